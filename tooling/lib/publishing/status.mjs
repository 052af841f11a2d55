// Tells of each remote in a store what is live, and whether signature, files and contract are as they should be.
import { fileProblems } from './build-files.mjs';
import { contractProblems } from './deployed-console.mjs';
import { signatureState } from './keys.mjs';
import { nameProblems } from './names.mjs';
import { readRegistryOf } from './registry.mjs';
import { renewBeforeMs } from './releases.mjs';
import { readDeclaration, readEntry } from './rules.mjs';
import { commandOf } from '../workspace.mjs';
import { validWithdrawals } from './withdrawals.mjs';

const signatureWords = { valid: '', unsigned: 'NOT SIGNED', 'unknown-key': 'UNKNOWN KEY', altered: 'ALTERED' };
const signatureProblems = {
  unsigned: 'its entry is not signed. Publish it again.',
  'unknown-key': 'its entry is signed by a key that config.json does not list for it.',
  altered: 'its entry was altered after it was signed. Publish it again, and find out who can write the registry.',
};

/**
 * `{ rows, problems, notes }` of every remote in the registry; without `deployed` neither signature nor contract is
 * checked. Files are looked at where the store has them, and at the address that the entry announces, as far as
 * `target.look` can tell.
 */
export async function statusOf(target, deployed) {
  const { document } = await readRegistryOf(target.store);
  const withdrawn = deployed ? await validWithdrawals(document, deployed.withdrawalKeys) : [];
  const rows = [];
  const problems = [];
  for (const entry of document.remotes) {
    const id = entry?.id ?? '(unnamed)';
    try {
      const { row, found } = await statusOfEntry(entry, document, { target, deployed });
      const isWithdrawn = withdrawn.some((canary) => canary.id === id);
      rows.push(isWithdrawn ? { ...row, canary: `${row.canary} WITHDRAWN` } : row);
      problems.push(...found.map((text) => `${id}: ${text}`));
    } catch (error) {
      rows.push({
        remote: id,
        version: 'cannot be read',
        sequence: '',
        since: '',
        until: '',
        canary: '',
        'signed by': '',
        contract: '',
        files: '',
        served: '',
      });
      problems.push(`${id}: ${error.message}`);
    }
  }
  const notes = withdrawn.map(
    ({ id, version, at, reason }) => `${id}: its canary ${version} was withdrawn at ${at}. ${reason}`,
  );
  return { rows, problems, notes };
}

async function statusOfEntry(entry, document, { target, deployed }) {
  const releases = [entry, entry.canary].filter(Boolean);
  const declarations = releases.map((release) =>
    readDeclaration(release.declaration, `its declaration at sequence ${entry.sequence}`),
  );
  const signature = deployed ? signatureState(entry, deployed.registryKeys) : null;
  const contract = deployed ? declarations.flatMap((declaration) => contractProblems(declaration, deployed)) : [];
  const files = await Promise.all(
    releases.map((release, index) => storedFileProblems(release, declarations[index], entry.id, target)),
  );
  const served = await Promise.all(releases.map(({ baseUrl, declaration }) => target.look(baseUrl, declaration)));
  const names = deployed ? namesOf(entry, document, deployed) : [];
  const found = [
    ...(signatureProblems[signature] ? [signatureProblems[signature]] : []),
    ...timeProblems(entry, deployed),
    ...contract,
    ...names,
    ...files.flatMap((problems) => problems ?? []).map((text) => `${text}.`),
    ...served.flatMap((seen, index) => servedProblems(seen, releases[index])),
  ];
  const row = {
    remote: entry.id,
    version: entry.declaration.version,
    sequence: entry.sequence,
    since: entry.publishedAt,
    until: entry.expiresAt ?? 'for ever',
    canary: describeCanary(entry.canary),
    'signed by': [entry.keyId ?? '', signatureWords[signature] ?? '(not checked)'].filter(Boolean).join(' '),
    contract: !deployed ? '(not checked)' : contract.length === 0 ? 'fits' : 'DOES NOT FIT',
    files: describeFiles(files),
    served: describeServed(served),
  };
  return { row, found };
}

/** What browsers refuse, or are about to: another epoch than the console's, and a date that is near or past. */
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

/** What the console leaves out of a remote, because it is another's or more open than the specification has it. */
function namesOf(entry, document, { registryKeys: keys }) {
  const read = readEntry(entry);
  return read.status === 'usable' ? nameProblems(read.entry, { document, id: read.id, keys }) : [];
}

/** What is wrong with a release's files in this store; null when it lies in another one. */
async function storedFileProblems({ baseUrl }, declaration, id, target) {
  const bytesOf = (name) =>
    target.store.readBytes(`${target.folderOf(id)}/${new URL(baseUrl).pathname.split('/').at(-2)}/${name}`);
  return (await bytesOf('remote.json')) ? fileProblems(declaration, bytesOf) : null;
}

function servedProblems(seen, { baseUrl }) {
  if (seen.status === 'silent') return [`${seen.problem}. ${seen.advice ?? 'Operators get nothing from there.'}`];
  return seen.status === 'different'
    ? [`${baseUrl} does not serve what was published: ${seen.problems.join('; ')}.`]
    : [];
}

function describeFiles(files) {
  if (files.some((problems) => problems?.length > 0)) return 'NOT WHOLE';
  return files.includes(null) ? 'in another store' : 'whole';
}

/** Of several releases the worst. */
function describeServed(served) {
  const is = (status) => served.find((seen) => seen.status === status);
  if (is('different')) return 'OTHERWISE';
  return is('silent') ? 'NO ANSWER' : (is('unseen')?.reason ?? 'yes');
}

function describeCanary(canary) {
  if (!canary) return '-';
  const parts = [
    canary.share ? `${Math.round(canary.share * 1000) / 10} %` : '',
    (canary.roles ?? []).join('+'),
  ].filter(Boolean);
  return `${canary.declaration.version} (${parts.join(', ')})`;
}
