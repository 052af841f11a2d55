import type { RemoteDeclaration } from './declaration.ts';

/** The host's versions by share key, and the API's version. */
export interface Provided {
  readonly versions: Readonly<Record<string, string>>;
  readonly apiVersion: string;
}

/** Why a remote does not fit the host, and which side must upgrade. */
export interface ContractMismatch {
  readonly key: string;
  readonly required: string;
  readonly provided: string | null;
  readonly whoMustUpgrade: 'console' | 'remote';
}

const SHARED_LIB = '@device-console/shared-lib';

/** Checks a declaration against the host; an empty list means that the remote may be loaded. */
export function checkContract(declaration: RemoteDeclaration, provided: Provided): readonly ContractMismatch[] {
  const wanted = new Map<string, string>();
  for (const [subpath, range] of Object.entries(declaration.contract)) wanted.set(`${SHARED_LIB}/${subpath}`, range);
  for (const [name, range] of Object.entries(declaration.shared)) wanted.set(name, range);
  const mismatches: ContractMismatch[] = [];
  for (const [key, range] of wanted) compare(mismatches, key, range, provided.versions[key]);
  compare(mismatches, 'API', declaration.apiVersion, provided.apiVersion);
  return mismatches;
}

/** One sentence for the failure panel. */
export function describeMismatch({ key, required, provided, whoMustUpgrade }: ContractMismatch): string {
  const has = provided === null ? 'the console does not provide it' : `the console provides ${provided}`;
  const who = whoMustUpgrade === 'console' ? 'The console must be upgraded' : 'The remote must be rebuilt';
  return `It needs ${key} ${required}, ${has}. ${who}.`;
}

function compare(mismatches: ContractMismatch[], key: string, required: string, provided: string | undefined): void {
  if (provided !== undefined && satisfies(provided, required)) return;
  const newer = provided === undefined || compareVersions(parse(required.replace(/^\^/, '')), parse(provided)) > 0;
  mismatches.push({ key, required, provided: provided ?? null, whoMustUpgrade: newer ? 'console' : 'remote' });
}

type Version = readonly [number, number, number];

/** True if `version` is in `range`, an exact version or a caret range: builds write no others. */
export function satisfies(version: string, range: string): boolean {
  const wanted = parse(range.replace(/^\^/, ''));
  const given = parse(version);
  if (!range.startsWith('^')) return compareVersions(given, wanted) === 0;
  const sameLine = wanted[0] > 0 ? given[0] === wanted[0] : given[0] === 0 && given[1] === wanted[1];
  return sameLine && compareVersions(given, wanted) >= 0;
}

function parse(version: string): Version {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version.trim());
  if (!match) throw new Error(`"${version}" is not a version; a remote's build writes x.y.z or ^x.y.z`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function compareVersions(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
