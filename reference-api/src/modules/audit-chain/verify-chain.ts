import {
  beginning,
  type ChainEnd,
  rowsWithin,
  type SealedAuditRow,
  type SealRow,
  sealsAfter,
  ChainFault,
  countOf,
  hashAfterRow,
  hashesIn,
  hashOfStatement,
  holds,
  idsOf,
  rangesOfGaps,
  readStatement,
  type HashedRow,
  type Statement,
  statementOf,
} from './sealer.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { compareHeads, noHeads, type HeadList } from './heads.ts';

/** A link of the chain, stored or exported. A check takes the seal's rows out of `rows`. */
export interface Link<Row extends HashedRow = SealedAuditRow> {
  readonly seal: Pick<SealRow, 'sequence' | 'statement' | 'hash'>;
  readonly rows: Map<number, Row>;
  /** The hash after each of the seal's rows. */
  readonly hashes: readonly string[];
}

type Place = Pick<ChainEnd, 'sequence' | 'hash'>;

/** Throws ChainFault if a seal does not follow the end of the chain. */
function requireNext(end: Place, { sequence, previous }: Statement): void {
  const first = end.sequence + 1;
  if (sequence !== first)
    throw new ChainFault(
      sequence === first + 1 ? `The seal ${first} is missing.` : `The seals ${first} to ${sequence - 1} are missing.`,
    );
  if (previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
}

/** Takes a seal's rows out of a link, in order. Throws ChainFault if one is missing or does not match its hash (A6). */
function takeRows<Row extends HashedRow>({ seal, rows, hashes }: Link<Row>, { sequence, at, ids }: Statement): Row[] {
  const taken: Row[] = [];
  let last = hashOfStatement(seal);
  for (const id of idsOf(ids)) {
    const row = rows.get(id);
    if (!row) throw new ChainFault(`Row ${id} of the audit is missing: the seal ${sequence} of ${at} has it.`);
    last = hashAfterRow(last, row);
    if (last.toString('hex') !== hashes[taken.length])
      throw new ChainFault(`Row ${id} of the audit was altered after it was sealed at ${at}.`);
    rows.delete(id);
    taken.push(row);
  }
  if (last.toString('hex') !== seal.hash) throw new ChainFault(`The seal ${sequence} was altered.`);
  return taken;
}

/**
 * The verifier of the chain, whether it comes from the database or an export: each link must follow the one before, the
 * first one `start` if that is known, and have its rows. `look` gets each link then. Throws ChainFault at the first
 * fault; returns how many seals and rows there were, the last seal, and the hashes that the list's heads are of.
 */
export async function checkLinks<Row extends HashedRow>(
  links: AsyncIterable<Link<Row>>,
  { heads }: HeadList,
  start: Place | undefined,
  look: (said: Statement, rows: readonly Row[], link: Link<Row>) => void | Promise<void>,
) {
  const wanted = new Set(heads.map(({ sequence }) => sequence));
  const hashes = new Map<number, string>();
  let end = start;
  const facts = { seals: 0, rows: 0, sequence: 0, hash: '' };
  for await (const link of links) {
    const { sequence, hash } = link.seal;
    const said = statementOf(link.seal);
    if (end) requireNext(end, said);
    const rows = takeRows(link, said);
    await look(said, rows, link);
    end = link.seal;
    Object.assign(facts, { seals: facts.seals + 1, rows: facts.rows + rows.length, sequence, hash });
    if (wanted.has(sequence)) hashes.set(sequence, hash);
  }
  return { facts, hashes };
}

/** Returns the end of the chain before its first stored seal: the beginning, or what a later seal says is removed. */
async function startOf(db: Database): Promise<ChainEnd> {
  const { lowest } = await db
    .selectFrom('audit_seals')
    .select(({ fn }) => fn.min<number | null>('sequence').as('lowest'))
    .executeTakeFirstOrThrow();
  const through = (lowest ?? 1) - 1;
  if (through === 0) return beginning;
  const removal = await db
    .selectFrom('audit_seals')
    .select('statement')
    .where('removed_through', '=', through)
    .limit(1)
    .executeTakeFirst();
  const removed = removal && readStatement(removal.statement)?.removed;
  if (!removed) throw new ChainFault(`The seals 1 to ${through} are missing, and no seal says that they were removed.`);
  return { sequence: through, until: removed.until, gaps: removed.gaps, hash: removed.hash };
}

/** Most rows that are read besides a seal's own. */
const OTHERS = 2_000;

/** Reads the links after a seal up to a last one, each with its rows and others whose ids, above `until`, it passed. */
export async function* storedLinks(
  db: Database,
  { sequence, until: from }: Pick<ChainEnd, 'sequence' | 'until'>,
  last = Infinity,
) {
  let until = from;
  for await (const seal of sealsAfter(db, sequence)) {
    if (seal.sequence > last) return;
    const said = statementOf(seal);
    const [ofStatement, ...hashes] = hashesIn(seal);
    if (
      (said.removed?.through ?? null) !== seal.removed_through ||
      ofStatement !== hashOfStatement(seal).toString('hex')
    )
      throw new ChainFault(`The seal ${seal.sequence} was altered.`);
    const late = said.ids.filter(([, end]) => end <= until);
    const ranges = said.until > until ? [...late, [until + 1, said.until] as const] : late;
    const read = await rowsWithin(db, ranges, countOf(said.ids) + OTHERS);
    yield { seal, rows: new Map(read.map((row) => [row.id, row])), hashes };
    ({ until } = said);
  }
}

function inserted(id: number): ChainFault {
  return new ChainFault(`Row ${id} of the audit was inserted: it lies between sealed rows, and no seal has it.`);
}

/** Most unsealed rows that may lie between sealed ones. */
const MOST_PENDING = 10_000;
/** Servers' clocks differ, and a row gets its time before it is written. */
const TOLERANCE = 15 * MINUTE;

/** Returns ids of removed seals' rows that still wait for a seal. Throws ChainFault for inserted rows. */
async function leftBehind(db: Database, { until, gaps }: ChainEnd): Promise<Set<number>> {
  const rows = until === 0 ? [] : await rowsWithin(db, [[1, until]], MOST_PENDING);
  const stranger = rows.find(({ id }) => !holds(rangesOfGaps(gaps), id));
  if (stranger) throw inserted(stranger.id);
  return new Set(rows.map(({ id }) => id));
}

export type VerifiedChain = Awaited<ReturnType<typeof verifyChain>>;

/**
 * Checks every seal and row, and compares them with stored heads (A6, A7). Throws ChainFault at the first fault.
 * `first` is the first seal that still exists; `backdated` are rows dated before a time at which everything was sealed.
 */
export async function verifyChain(db: Database, list: HeadList = noHeads) {
  const start = await startOf(db);
  const pending = await leftBehind(db, start);
  const backdated: { rows: number; first?: number } = { rows: 0 };
  /** When everything was last sealed. */
  let completeAt = -Infinity;
  let sealedAt = '';
  let end: Pick<ChainEnd, 'until' | 'gaps'> = start;
  const { facts, hashes } = await checkLinks(storedLinks(db, start), list, start, (said, rows, link) => {
    for (const { id, at } of rows) {
      pending.delete(id);
      if (Date.parse(at) >= completeAt - TOLERANCE) continue;
      backdated.rows += 1;
      backdated.first ??= id;
    }
    for (const id of link.rows.keys()) pending.add(id);
    if (pending.size > MOST_PENDING) throw inserted(Math.min(...pending));
    sealedAt = said.at;
    if (said.complete) completeAt = Date.parse(said.at);
    end = said;
  });
  for (const id of pending) if (!holds(rangesOfGaps(end.gaps), id)) throw inserted(id);
  const first = start.sequence + 1;
  hashes.set(start.sequence, start.hash);
  const heads = compareHeads(list, hashes, { first, last: Math.max(facts.sequence, start.sequence) });
  const unsealed = (await countRows(db.selectFrom('audit_log').where('id', '>', end.until))) + pending.size;
  return { ...facts, first, unsealed, sealedAt, backdated, heads };
}
