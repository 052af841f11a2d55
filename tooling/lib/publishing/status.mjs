// Reports what is live of each remote in a store, and whether its signature, files and contract are valid.
/** @import { BytesOf } from './build-files.mjs' */
/** @import { DeployedConsole } from './deployed-console.mjs' */
/** @import { SignatureState } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
/** @import { EntryDocument, Release, RemoteDocument } from './rules.mjs' */
/** @import { Seen } from './served.mjs' */
/** @import { Target } from './targets.mjs' */
import { messageOf } from '../errors.mjs';
import { fileProblems, folderOfRelease } from './build-files.mjs';
import { asksForHashes } from '../refusals/built-files.mjs';
import { contractProblems } from './deployed-console.mjs';
import { signatureState } from './keys.mjs';
import { nameProblems } from './names.mjs';
import { readRegistryOf } from './registry.mjs';
import { renewBeforeMs } from './releases.mjs';
import { readDeclaration, readEntry } from './rules.mjs';
import { commandOf } from '../workspace.mjs';
import { validWithdrawals } from './withdrawals.mjs';

/**
 * @typedef {Partial<Record<(typeof headings)[number], string | number>>} StatusRow
 * @typedef {{ target: Target, deployed: DeployedConsole | null }} Place
 */

/** @type {Readonly<Record<SignatureState, string>>} */
const signatureWords = { valid: '', unsigned: 'NOT SIGNED', 'unknown-key': 'UNKNOWN KEY', altered: 'ALTERED' };
/** @type {Readonly<Partial<Record<SignatureState, string>>>} */
const signatureProblems = {
  unsigned: 'its entry is not signed. Publish it again.',
  'unknown-key': 'its entry is signed by a key that config.json does not list for it.',
  altered: 'its entry was altered after it was signed. Publish it again, and find out who can write the registry.',
};

export const headings = /** @type {const} */ ([
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
]);

/**
 * Checks every remote in the registry. Without `deployed`, skips signature, contract and names. Reads files from the
 * store, if it has them, and from the address in the entry.
 * @type {(target: Target, deployed: DeployedConsole | null) => Promise<{ rows: StatusRow[], problems: string[],
 *   notes: string[] }>}
 */
export async function statusOf(target, deployed) {
  const { document } = await readRegistryOf(target.store);
  const withdrawn = deployed ? await validWithdrawals(document, deployed.withdrawalKeys) : [];
  /** @type {StatusRow[]} */
  const rows = [];
  /** @type {string[]} */
  const problems = [];
  for (const entry of document.remotes) {
    const id = entry?.id ?? '(unnamed)';
    try {
      if (entry === null) throw new Error('its entry is null.');
      const { row, found } = await statusOfEntry(entry, document, { target, deployed });
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

/**
 * Problems of remotes with a key in config.json but no entry in the registry: operators miss their screens.
 * @type {(document: RegistryDocument, deployed: DeployedConsole) => string[]}
 */
function missingRemotes({ remotes }, { registryKeys }) {
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

/**
 * @type {(entry: EntryDocument, document: RegistryDocument, place: Place) => Promise<{ row: StatusRow, found:
 *   string[] }>}
 */
async function statusOfEntry(entry, document, { target, deployed }) {
  const releases = [entry, entry.canary].filter((release) => !!release);
  const declarations = releases.map((release) =>
    readDeclaration(release.declaration, `its declaration at sequence ${entry.sequence}`),
  );
  const signature = deployed ? signatureState(entry, deployed.registryKeys) : null;
  const contract = deployed ? declarations.flatMap((declaration) => contractProblems(declaration, deployed)) : [];
  const files = await Promise.all(
    releases.map((release) => storedFileProblems(release, release.declaration, entry.id, target)),
  );
  const looked = await Promise.all(
    releases.map(async (release) => ({ release, seen: await target.look(release.baseUrl, release.declaration) })),
  );
  const names = deployed ? namesOf(entry, document, deployed) : [];
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

/**
 * What browsers refuse now or soon: a wrong epoch, or an expiry date that is near or past.
 * @type {(entry: EntryDocument, deployed: DeployedConsole | null) => string[]}
 */
function timeProblems({ id, epoch = 1, expiresAt }, deployed) {
  const wrongEpoch =
    deployed && epoch !== deployed.registryEpoch
      ? [`its entry is of epoch ${epoch}, and config.json names ${deployed.registryEpoch}. Publish it again.`]
      : [];
  const left = Date.parse(expiresAt ?? '') - Date.now();
  const renewal = `Renew it: ${commandOf('renew', id)}.`;
  if (left <= 0)
    return [
      ...wrongEpoch,
      `its entry expired on ${expiresAt}; browsers that do not use it already refuse it. ${renewal}`,
    ];
  return left <= renewBeforeMs ? [...wrongEpoch, `its entry expires on ${expiresAt}. ${renewal}`] : wrongEpoch;
}

/**
 * What the console leaves out of a remote: names of another remote, and screens with weaker access than specified.
 * @type {(entry: EntryDocument, document: RegistryDocument, deployed: DeployedConsole) => string[]}
 */
function namesOf(entry, document, { registryKeys: keys }) {
  const read = readEntry(entry);
  return read.status === 'usable' ? nameProblems(read.entry, { document, id: read.id, keys }) : [];
}

/**
 * The problems of a release's files in this store; null if they are in another store.
 * @type {(release: Pick<Release, 'baseUrl'>, declaration: RemoteDocument, id: string, target: Target) =>
 *   Promise<string[] | null>}
 */
async function storedFileProblems({ baseUrl }, declaration, id, target) {
  /** @type {BytesOf} */
  const bytesOf = (name) => target.store.readBytes(`${id}/${folderOfRelease(baseUrl)}/${name}`);
  if (!(await bytesOf('remote.json'))) return null;
  const { file } = declaration.entry;
  const entry = await bytesOf(file);
  const unchecked = entry && !asksForHashes(entry) ? [`${file} does not ask for the hashes of what it loads`] : [];
  return [...(await fileProblems(declaration, bytesOf)), ...unchecked];
}

/** @type {(seen: Seen, release: Pick<Release, 'baseUrl'>) => string[]} */
function servedProblems(seen, { baseUrl }) {
  if (seen.status === 'silent') return [`${seen.problem}. ${seen.advice ?? 'Operators get nothing from there.'}`];
  return seen.status === 'different'
    ? [`${baseUrl} does not serve what was published: ${seen.problems.join('; ')}.`]
    : [];
}

/** @type {(files: readonly (string[] | null)[]) => string} */
function describeFiles(files) {
  if (files.some((problems) => problems !== null && problems.length > 0)) return 'NOT WHOLE';
  return files.includes(null) ? 'in another store' : 'whole';
}

/**
 * The worst result of several releases.
 * @type {(served: readonly Seen[]) => string}
 */
function describeServed(served) {
  if (served.some(({ status }) => status === 'different')) return 'OTHERWISE';
  if (served.some(({ status }) => status === 'silent')) return 'NO ANSWER';
  const unseen = served.find((seen) => seen.status === 'unseen');
  return unseen?.reason ?? 'yes';
}

/** @type {(canary: EntryDocument['canary']) => string} */
function describeCanary(canary) {
  if (!canary) return '-';
  const parts = [
    canary.share ? `${Math.round(canary.share * 1000) / 10} %` : '',
    (canary.roles ?? []).join('+'),
  ].filter(Boolean);
  return `${canary.declaration.version} (${parts.join(', ')})`;
}
