// What the holder of a token may change in a store: folders, histories and entries of its own remotes. An entry's
// sequence number must rise.
import { isDeepStrictEqual } from 'node:util';
import { readEntry } from './publishing/rules.ts';
import type { RegistryDocument } from './publishing/registry.ts';
import type { TokenItem } from './store-tokens.ts';

type UncheckedEntry = RegistryDocument['remotes'][number];

/** The remote that a path belongs to; null for the registry, which all share. */
export function remoteOfPath(path: string): string | null {
  if (path === 'registry.json') return null;
  const found = /^(?:history\/([^/]+)\.json$|source-maps\/([^/]+)\/)/.exec(path);
  return found?.slice(1).find(Boolean) ?? path.split('/')[0] ?? '';
}

/** Why the holder of a token may not replace the registry `before` (null: there is none) by `after`, or null. */
export function registryProblem(
  before: RegistryDocument | null,
  after: Partial<RegistryDocument>,
  { remotes, withdraws = false }: Pick<TokenItem, 'remotes' | 'withdraws'>,
): string | null {
  if (after?.schemaVersion !== 1 || !Array.isArray(after.remotes))
    return 'it is no registry (schemaVersion 1 and a list of remotes)';
  const next = { ...after, schemaVersion: after.schemaVersion, remotes: after.remotes };
  return withdraws ? withdrawalProblem(before, next) : remotesProblem(before, next, remotes);
}

/**
 * Why a token that withdraws may not write this registry, or null. It may change only the withdrawals; their signatures
 * decide whether they count.
 */
function withdrawalProblem(before: RegistryDocument | null, after: RegistryDocument): string | null {
  if (after.withdrawals !== undefined && !Array.isArray(after.withdrawals)) return 'its withdrawals are no list';
  const rest = (document: RegistryDocument | null): object => ({ ...document, withdrawals: null });
  return isDeepStrictEqual(rest(after), rest(before)) ? null : 'it changes fields besides the withdrawals';
}

function remotesProblem(
  before: RegistryDocument | null,
  after: RegistryDocument,
  own: readonly string[],
): string | null {
  const { remotes: entriesBefore, ...restBefore } = before ?? { schemaVersion: 1, remotes: [] };
  const { remotes: entriesAfter, ...restAfter } = after;
  if (!isDeepStrictEqual(restAfter, restBefore)) return 'it changes fields besides the remotes';
  const isOwn = (entry: UncheckedEntry): boolean => entry !== null && own.includes(entry.id);
  const foreign = (entries: readonly UncheckedEntry[]): UncheckedEntry[] =>
    entries.filter((entry) => !isOwn(entry)).sort(byId);
  if (!isDeepStrictEqual(foreign(entriesAfter), foreign(entriesBefore)))
    return `it changes entries besides those of ${own.join(', ')}`;
  const problems = own.flatMap((id) => ownProblem(id, entriesBefore, entriesAfter) ?? []);
  return problems[0] ?? null;
}

const byId = (left: UncheckedEntry, right: UncheckedEntry): number => String(left?.id).localeCompare(String(right?.id));

function ownProblem(id: string, before: readonly UncheckedEntry[], after: readonly UncheckedEntry[]): string | null {
  const [present] = before.filter((entry) => entry?.id === id);
  const [next, ...more] = after.filter((entry) => entry?.id === id);
  if (more.length > 0) return `it lists ${id} twice`;
  // Entries cannot be removed: the next entry must follow the sequence number of this one.
  if (present && !next) return `it leaves out ${id}`;
  if (!next || isDeepStrictEqual(next, present)) return null;
  return entryProblem(next, present);
}

/**
 * How far one write may raise a sequence number. Somebody with a token but no key can raise it by entries that no
 * browser accepts. Only after a thousand such writes do browsers refuse the owner's next number.
 */
const longestStepOfWrite = 1_000;

/**
 * Why an entry may not replace the present one, or null. It must be readable, and raise the number by an allowed step.
 */
function entryProblem(entry: UncheckedEntry, present: UncheckedEntry | undefined): string | null {
  const read = readEntry(entry);
  if (read.status === 'broken') return `${read.id}: ${read.message}`;
  const before = present && readEntry(present);
  const last = before?.status === 'usable' ? before.entry : null;
  const { sequence } = read.entry;
  const step = sequence - (last?.sequence ?? 0);
  if (step < 1 || step > longestStepOfWrite)
    return `${read.id}: the number after ${last?.sequence ?? 'none'} cannot be ${sequence}`;
  return null;
}
