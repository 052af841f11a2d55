import type { RemoteDeclaration } from './declaration.ts';

/** The host's versions by share key, and the API's version. */
export interface Provided {
  readonly versions: Readonly<Record<string, string>>;
  readonly apiVersion: string;
}

/** What a remote requires of the host. */
export interface Requirement {
  /** A share key, or `API`. */
  readonly key: string;
  readonly required: string;
  /** Null if the host has nothing of that name. */
  readonly provided: string | null;
  /** Null if it is met. */
  readonly whoMustUpgrade: 'console' | 'remote' | null;
}

const SHARED_LIB = '@device-console/shared-lib';

/** All that a remote requires, met or not. */
export function requirementsOf(
  { contract, shared, apiVersion }: RemoteDeclaration,
  provided: Provided,
): readonly Requirement[] {
  const wanted = new Map<string, string>();
  for (const [subpath, range] of Object.entries(contract)) wanted.set(`${SHARED_LIB}/${subpath}`, range);
  for (const [name, range] of Object.entries(shared)) wanted.set(name, range);
  const parts = [...wanted].map(([key, range]) => compare(key, range, provided.versions[key]));
  return [...parts, compare('API', apiVersion, provided.apiVersion)];
}

/** What a declaration requires in vain; an empty list means that the remote may be loaded. */
export const checkContract = (declaration: RemoteDeclaration, provided: Provided): readonly Requirement[] =>
  requirementsOf(declaration, provided).filter(({ whoMustUpgrade }) => whoMustUpgrade);

/** True if only a newer host can load it: this page must wait, and nothing of the remote has failed. */
export const needsNewerConsole = (declaration: RemoteDeclaration, provided: Provided): boolean =>
  checkContract(declaration, provided).some(({ whoMustUpgrade }) => whoMustUpgrade === 'console');

/** One sentence for the failure panel, of a requirement that is not met. */
export function describeMismatch({ key, required, provided, whoMustUpgrade }: Requirement): string {
  const has = provided === null ? 'the console does not provide it' : `the console provides ${provided}`;
  const who = whoMustUpgrade === 'console' ? 'The console must be upgraded' : 'The remote must be rebuilt';
  return `It needs ${key} ${required}, ${has}. ${who}.`;
}

function compare(key: string, required: string, provided: string | undefined): Requirement {
  const has = { key, required, provided: provided ?? null };
  if (provided !== undefined && satisfies(provided, required)) return { ...has, whoMustUpgrade: null };
  const newer = provided === undefined || compareVersions(parse(required.replace(/^\^/, '')), parse(provided)) > 0;
  return { ...has, whoMustUpgrade: newer ? 'console' : 'remote' };
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
