// Reports what is live of each remote in a store, and whether its signature, files and contract are valid.
import { messageOf } from '../errors.mjs';
import { type BytesOf, fileProblems, folderOfRelease } from './build-files.ts';
import { asksForHashes } from '../refusals/built-files.ts';
import { type DeployedConsole, contractProblems } from './deployed-console.ts';
import { type SignatureState, signatureState } from './keys.ts';
import { nameProblems } from './names.ts';
import { type RegistryDocument, readRegistryOf } from './registry.ts';
import { renewBeforeMs } from './releases.ts';
import { type EntryDocument, type Release, readDeclaration, readEntry } from './rules.ts';
import { commandOf } from '../workspace.mjs';
import { validWithdrawals } from './withdrawals.ts';
import type { Seen, Target } from './targets.ts';

export type StatusRow = Partial<Record<(typeof headings)[number], string | number>>;

const signatureWords: Readonly<Record<SignatureState, string>> = {
  valid: '',
  unsigned: 'NOT SIGNED',
  'unknown-key': 'UNKNOWN KEY',
  altered: 'ALTERED',
};
const signatureProblems: Readonly<Partial<Record<SignatureState, string>>> = {
  unsigned: 'its entry is not signed. Publish it again.',
  'unknown-key': 'its entry is signed by a key that config.json does not list for it.',
  altered: 'its entry was altered after it was signed. Publish it again, and find out who can write the registry.',
};

export const headings = [
  'remote',
  'version',
  'sequence',
  'since',
  'until',
  'canary',
  'signed by',
  'contract',
  'files',
  'served',
] as const;

/**
 * Checks every remote in the registry. Without `deployed`, skips signature, contract and names. Reads files from the
 * store, if it has them, and from the address in the entry.
 */
export async function statusOf(target: Target, deployed: DeployedConsole | null) {
  const { document } = await readRegistryOf(target.store);
  const withdrawn = deployed ? await validWithdrawals(document, deployed.withdrawalKeys) : [];
  const rows: StatusRow[] = [];
  const problems: string[] = [];
  for (const entry of document.remotes) {
    const id = entry?.id ?? '(unnamed)';
    try {
      if (entry === null) throw new Error('its entry is null.');
      const { row, found } = await statusOfEntry(entry, document, target, deployed);
      const isWithdrawn = withdrawn.some((canary) => canary.id === id);
      rows.push(isWithdrawn ? { ...row, canary: `${row.canary} WITHDRAWN` } : row);
      problems.push(...found.map((text) => `${id}: ${text}`));
    } catch (error) {
      rows.push({ remote: id, version: 'cannot be read' });
      problems.push(`${id}: ${messageOf(error)}`);
    }
  }
  problems.push(...(deployed ? missingRemotes(document, deployed) : []));
  const notes = withdrawn.map(
    ({ id, version, at, reason }) => `${id}: its canary ${version} was withdrawn at ${at}. ${reason}`,
  );
  return { rows, problems, notes };
}

/** Problems of remotes with a key in config.json but no entry in the registry: operators miss their screens. */
function missingRemotes({ remotes }: RegistryDocument, { registryKeys }: DeployedConsole): string[] {
  const missing = new Set(registryKeys.flatMap((key) => key.remotes));
  for (const entry of remotes) if (entry) missing.delete(entry.id);
  return [...missing]
    .sort()
    .map(
      (id) =>
        `${id}: config.json lists a key for it, and the registry has no entry of it. Publish it; of a remote that is ` +
        'no longer in service take the key out of config.json.',
    );
}

async function statusOfEntry(
  entry: EntryDocument,
  document: RegistryDocument,
  target: Target,
  deployed: DeployedConsole | null,
) {
  const releases = [entry, entry.canary].filter((release) => !!release);
  const declarations = releases.map((release) =>
    readDeclaration(release.declaration, `its declaration at sequence ${entry.sequence}`),
  );
  const signature = deployed ? signatureState(entry, deployed.registryKeys) : null;
  const contract = deployed ? declarations.flatMap((declaration) => contractProblems(declaration, deployed)) : [];
  const files = await Promise.all(releases.map((release) => storedFileProblems(release, entry.id, target)));
  const looked = await Promise.all(
    releases.map(async (release) => ({ release, seen: await target.look(release.baseUrl, release.declaration) })),
  );
  const read = readEntry(entry);
  const isShown = deployed && read.status === 'usable';
  const names = isShown ? nameProblems(read.entry, document, deployed.registryKeys) : [];
  const found = [
    ...[(signature && signatureProblems[signature]) ?? []].flat(),
    ...timeProblems(entry, deployed),
    ...contract,
    ...names,
    ...files.flatMap((problems) => problems ?? []).map((text) => `${text}.`),
    ...looked.flatMap(({ seen, release }) => servedProblems(seen, release)),
  ];
  const row = {
    remote: entry.id,
    version: entry.declaration.version,
    sequence: entry.sequence,
    since: entry.publishedAt,
    until: entry.expiresAt ?? 'for ever',
    canary: describeCanary(entry.canary),
    'signed by': [entry.keyId ?? '', signature ? signatureWords[signature] : '(not checked)'].filter(Boolean).join(' '),
    contract: !deployed ? '(not checked)' : contract.length === 0 ? 'fits' : 'DOES NOT FIT',
    files: describeFiles(files),
    served: describeServed(looked.map(({ seen }) => seen)),
  };
  return { row, found };
}

/** What browsers refuse now or soon: a wrong epoch, or an expiry date that is near or past. */
function timeProblems({ id, epoch = 1, expiresAt }: EntryDocument, deployed: DeployedConsole | null): string[] {
  const wrongEpoch =
    deployed && epoch !== deployed.registryEpoch
      ? [`its entry is of epoch ${epoch}, and config.json names ${deployed.registryEpoch}. Publish it again.`]
      : [];
  const left = Date.parse(expiresAt ?? '') - Date.now();
  if (!(left <= renewBeforeMs)) return wrongEpoch;
  const fault = left <= 0 ? 'expired' : 'expires';
  const effect = left <= 0 ? '; browsers that do not use it already refuse it' : '';
  return [...wrongEpoch, `its entry ${fault} on ${expiresAt}${effect}. Renew it: ${commandOf('renew', id)}.`];
}

/** The problems of a release's files in this store; null if they are in another store. */
async function storedFileProblems(
  { baseUrl, declaration }: Pick<Release, 'baseUrl' | 'declaration'>,
  id: string,
  target: Target,
) {
  const bytesOf: BytesOf = (name) => target.store.readBytes(`${id}/${folderOfRelease(baseUrl)}/${name}`);
  if (!(await bytesOf('remote.json'))) return null;
  const { file } = declaration.entry;
  const entry = await bytesOf(file);
  const unchecked = entry && !asksForHashes(entry) ? [`${file} does not ask for the hashes of what it loads`] : [];
  return [...(await fileProblems(declaration, bytesOf)), ...unchecked];
}

function servedProblems(seen: Seen, { baseUrl }: Pick<Release, 'baseUrl'>): string[] {
  if (seen.status === 'silent') return [`${seen.problem}. ${seen.advice ?? 'Operators get nothing from there.'}`];
  return seen.status === 'different'
    ? [`${baseUrl} does not serve what was published: ${seen.problems.join('; ')}.`]
    : [];
}

function describeFiles(files: readonly (string[] | null)[]): string {
  if (files.some((problems) => problems !== null && problems.length > 0)) return 'NOT WHOLE';
  return files.includes(null) ? 'in another store' : 'whole';
}

/** The worst result of several releases. */
function describeServed(served: readonly Seen[]): string {
  if (served.some(({ status }) => status === 'different')) return 'OTHERWISE';
  if (served.some(({ status }) => status === 'silent')) return 'NO ANSWER';
  const unseen = served.find((seen) => seen.status === 'unseen');
  return unseen?.reason ?? 'yes';
}

function describeCanary(canary: EntryDocument['canary']): string {
  if (!canary) return '-';
  const parts = [
    canary.share ? `${Math.round(canary.share * 1000) / 10} %` : '',
    (canary.roles ?? []).join('+'),
  ].filter(Boolean);
  return `${canary.declaration.version} (${parts.join(', ')})`;
}
