// Reports what is live of each remote in a store, and whether its signature, files and contract are valid.
import type { ReadEntry, RegistryEntry } from '@device-console/shared-lib/remote/host';
import { type BytesOf, fileProblems, folderOfRelease } from './build-files.ts';
import { type DeployedConsole, contractProblems } from './deployed-console.ts';
import { type SignatureState, signatureState } from './keys.ts';
import { nameProblems } from './names.ts';
import { type RegistryDocument, readRegistryOf } from './registry.ts';
import { renewBeforeMs } from './releases.ts';
import { type Release, readEntry, releasesOf, runningPreview } from './rules.ts';
import { commandOf } from '../workspace.mjs';
import { validWithdrawals } from './withdrawals.ts';
import type { Target } from './targets.ts';

export type StatusRow = Partial<Record<(typeof headings)[number], string | number>>;

const signatureProblems: Readonly<Record<SignatureState | 'not checked', string[]>> = {
  'not checked': [],
  valid: [],
  unsigned: ['its entry is not signed. Publish it again.'],
  'unknown-key': ['its entry is signed by a key that config.json does not list for it.'],
  altered: ['its entry was altered after it was signed. Publish it again, and find out who can write the registry.'],
};

export const headings = [
  'remote',
  'version',
  'sequence',
  'since',
  'until',
  'canary',
  'preview',
  'signed by',
  'files',
] as const;

/**
 * Checks every remote in the registry. Without `deployed`, skips signature, contract and names. Reads files from the
 * address in the entry, or from the store where nobody can look at that address.
 */
export async function statusOf(target: Target, deployed: DeployedConsole | null) {
  const { document } = await readRegistryOf(target.store);
  const withdrawn = deployed ? await validWithdrawals(document, deployed.withdrawalKeys) : [];
  const rows: StatusRow[] = [];
  const problems: string[] = [];
  for (const read of document.remotes.map(readEntry)) {
    const { id } = read;
    if (read.status === 'broken') {
      rows.push({ remote: id, version: 'cannot be read' });
      problems.push(`${id}: ${read.message}.`);
      continue;
    }
    const { row, found } = await statusOfEntry(read, document, target, deployed);
    const isWithdrawn = withdrawn.some((canary) => canary.id === id);
    rows.push(isWithdrawn ? { ...row, canary: `${row.canary} WITHDRAWN` } : row);
    problems.push(...found.map((text) => `${id}: ${text}`));
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
  { entry, raw }: Extract<ReadEntry, { status: 'usable' }>,
  document: RegistryDocument,
  target: Target,
  deployed: DeployedConsole | null,
) {
  const releases = releasesOf(entry);
  const files = await Promise.all(releases.map((release) => filesOf(release, entry.id, target)));
  const signature = deployed ? signatureState(raw, deployed.registryKeys) : 'not checked';
  const found = [
    ...signatureProblems[signature],
    ...(deployed ? problemsUnder(deployed, entry, document) : []),
    ...expiryProblems(entry),
    ...files.flatMap(({ problems }) => problems),
  ];
  const row = {
    remote: entry.id,
    version: entry.declaration.version,
    sequence: entry.sequence,
    since: entry.publishedAt,
    until: entry.expiresAt ?? 'for ever',
    canary: describeCanary(entry.canary),
    preview: describePreview(entry),
    'signed by': [entry.keyId ?? '', signature === 'valid' ? '' : `(${signature})`].join(' ').trim(),
    files: [...new Set(files.map(({ word }) => word))].join(', '),
  };
  return { row, found };
}

/** What the console would refuse of an entry besides its signature: its epoch, contract or names. */
function problemsUnder(deployed: DeployedConsole, entry: RegistryEntry, document: RegistryDocument): string[] {
  const { registryKeys, registryEpoch } = deployed;
  const releases = releasesOf(entry);
  return [
    ...(entry.epoch === registryEpoch
      ? []
      : [`its entry is of epoch ${entry.epoch}, and config.json names ${registryEpoch}. Publish it again.`]),
    ...releases.flatMap(({ declaration }) => contractProblems(declaration, deployed)),
    ...nameProblems(entry, document, registryKeys),
  ];
}

/** What browsers refuse now or soon: an expiry date that is near or past. */
function expiryProblems({ id, expiresAt }: RegistryEntry): string[] {
  const left = Date.parse(expiresAt ?? '') - Date.now();
  if (!(left <= renewBeforeMs)) return [];
  const fault =
    left <= 0 ? `expired on ${expiresAt}; browsers that do not use it already refuse it` : `expires on ${expiresAt}`;
  return [`its entry ${fault}. Renew it: ${commandOf('renew', id)}.`];
}

async function filesOf({ baseUrl, declaration }: Release, id: string, { look, store }: Target) {
  const seen = await look(baseUrl, declaration);
  switch (seen.status) {
    case 'served':
      return { word: 'whole', problems: [] };
    case 'silent':
      return { word: 'NO ANSWER', problems: [`${seen.problem}. Operators get nothing from there.`] };
    case 'different':
      return {
        word: 'NOT WHOLE',
        problems: [`${baseUrl} does not serve what was published: ${seen.problems.join('; ')}.`],
      };
    case 'unseen': {
      const bytesOf: BytesOf = (name) => store.readBytes(`${id}/${folderOfRelease(baseUrl)}/${name}`);
      if (!(await bytesOf('remote.json'))) return { word: `not read: ${seen.reason}`, problems: [] };
      const problems = await fileProblems(declaration, bytesOf);
      const word = problems.length === 0 ? `whole in the store (${seen.reason})` : 'NOT WHOLE';
      return { word, problems: problems.map((text) => `${text}.`) };
    }
  }
}

function describePreview(entry: RegistryEntry): string {
  const preview = runningPreview(entry, Date.now());
  if (!preview) return '-';
  const { declaration, until, accounts, link } = preview;
  const whom = [accounts.length > 0 ? `${accounts.length} accounts` : '', link === null ? '' : 'by link'];
  return `${declaration.version} (${whom.filter(Boolean).join(', ')}, until ${until})`;
}

function describeCanary(canary: RegistryEntry['canary']): string {
  if (!canary) return '-';
  const { share, roles, declaration } = canary;
  const part = share > 0 ? [`${Math.round(share * 1000) / 10} %`] : [];
  return `${declaration.version} (${[...part, ...roles].join(', ')})`;
}
