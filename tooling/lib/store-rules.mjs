// What the holder of a token may change in a store: its own remotes' folders, histories and entries, and these only
// forwards.
import { isDeepStrictEqual } from 'node:util';
import { claimedKeys, longestStep, readEntry, statedSince } from './publishing/rules.mjs';

/** The remote that a path belongs to; null for the registry, which all share. */
export function remoteOfPath(path) {
  if (path === 'registry.json') return null;
  const found = /^(?:history\/([^/]+)\.json$|(?:source-maps|previews)\/([^/]+)\/)/.exec(path);
  return found?.slice(1).find(Boolean) ?? path.split('/')[0];
}

/** Why the holder of a token may not replace the registry `before` (null: there is none) by `after`, or null. */
export function registryProblem(before, after, { remotes, withdraws = false }) {
  if (after?.schemaVersion !== 1 || !Array.isArray(after.remotes))
    return 'it is no registry (schemaVersion 1 and a list of remotes)';
  return withdraws ? withdrawalProblem(before, after) : remotesProblem(before, after, remotes);
}

/** Whether a withdrawal counts, its signature says; all else in the registry is not theirs who withdraw. */
function withdrawalProblem(before, after) {
  if (after.withdrawals !== undefined && !Array.isArray(after.withdrawals)) return 'its withdrawals are no list';
  const rest = (document) => ({ ...document, withdrawals: null });
  return isDeepStrictEqual(rest(after), rest(before)) ? null : 'it changes fields besides the withdrawals';
}

function remotesProblem(before, after, own) {
  const { remotes: entriesBefore = [], ...restBefore } = before ?? { schemaVersion: 1 };
  const { remotes: entriesAfter, ...restAfter } = after;
  if (!isDeepStrictEqual(restAfter, restBefore)) return 'it changes fields besides the remotes';
  const isOwn = (entry) => own.includes(entry?.id);
  const foreign = (entries) => entries.filter((entry) => !isOwn(entry)).sort(byId);
  if (!isDeepStrictEqual(foreign(entriesAfter), foreign(entriesBefore)))
    return `it changes entries besides those of ${own.join(', ')}`;
  const problems = own.flatMap((id) => ownProblem(id, entriesBefore, entriesAfter) ?? []);
  return problems[0] ?? null;
}

const byId = (left, right) => String(left?.id).localeCompare(String(right?.id));

function ownProblem(id, before, after) {
  const [present] = before.filter((entry) => entry?.id === id);
  const [next, ...more] = after.filter((entry) => entry?.id === id);
  if (more.length > 0) return `it lists ${id} twice`;
  // Nobody takes an entry out: the number that the next one has to follow would be gone with it.
  if (present && !next) return `it leaves out ${id}`;
  if (!next || isDeepStrictEqual(next, present)) return null;
  return entryProblem(
    next,
    present,
    before.filter((entry) => entry?.id !== id),
  );
}

/** An entry follows the one before by a step, and claims no name that another has earlier than that one (D25). */
function entryProblem(entry, present, others) {
  const read = readEntry(entry);
  if (read.status === 'broken') return `${entry.id}: ${read.message}`;
  const before = present && readEntry(present);
  const last = before?.status === 'usable' ? before.entry : null;
  const { sequence } = read.entry;
  const step = sequence - (last?.sequence ?? 0);
  if (step < 1 || step > longestStep)
    return `${entry.id}: the number after ${last?.sequence ?? 'none'} cannot be ${sequence}`;
  const backdated = newClaims(read.entry, last).find(({ key, since }) => Date.parse(since) <= firstClaim(key, others));
  return backdated
    ? `${entry.id}: its claim of the ${backdated.key.replace(':', ' ')} is dated back to ${backdated.since}, ` +
        'before one that stands here'
    : null;
}

/** What an entry claims that the one before it did not, or since another time. */
function newClaims(entry, last) {
  const kept = new Map(last ? claimedKeys(last).map((key) => [key, statedSince(last, key)]) : []);
  return claimedKeys(entry)
    .map((key) => ({ key, since: statedSince(entry, key) }))
    .filter(({ key, since }) => kept.get(key) !== since);
}

/** Since when the first of some entries claims a name; never, if none does. */
function firstClaim(key, entries) {
  const times = entries
    .map((entry) => readEntry(entry))
    .filter(({ status }) => status === 'usable')
    .filter(({ entry }) => claimedKeys(entry).includes(key))
    .map(({ entry }) => Date.parse(statedSince(entry, key)));
  return times.length === 0 ? -Infinity : Math.min(...times);
}
