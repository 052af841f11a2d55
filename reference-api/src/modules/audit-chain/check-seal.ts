import { rowsWithin, type SealedAuditRow, type SealRow } from './audit-seals.ts';
import type { Database } from '../../core/store/store.ts';
import { ChainFault, hashAfterRow, hashAt, hashOfStatement, statementOf, type Statement } from './seal.ts';
import { countOf, idsOf } from './row-ids.ts';
import type { ChainEnd } from './sealer.ts';

/** A row with the hash before and after it. */
export interface ChainedRow {
  readonly row: SealedAuditRow;
  readonly previous: string;
  readonly hash: string;
}

export interface CheckedSeal {
  readonly said: Statement;
  /** In the order of the seal's ids. */
  readonly rows: readonly ChainedRow[];
  /** Ids of rows in the seal's range that it does not contain; a later seal must contain them. */
  readonly others: readonly number[];
}

/** Most rows that a check reads besides the seal's own. */
const OTHERS = 2_000;

type Link = Pick<SealRow, 'sequence' | 'statement' | 'hash'>;

/** Throws ChainFault if a seal does not follow the end of the chain. */
function requireNext(end: Pick<ChainEnd, 'sequence' | 'hash'>, { sequence, previous }: Statement): void {
  const first = end.sequence + 1;
  if (sequence !== first)
    throw new ChainFault(
      sequence === first + 1 ? `The seal ${first} is missing.` : `The seals ${first} to ${sequence - 1} are missing.`,
    );
  if (previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
}

/**
 * Checks one link of the chain, stored or exported: it must follow `end`, if that is known, and its rows must match
 * their hashes. `found` returns the row of an id, with its hash. Throws ChainFault.
 */
export function checkLink(
  end: Pick<ChainEnd, 'sequence' | 'hash'> | undefined,
  seal: Link,
  found: (id: number, index: number) => Pick<ChainedRow, 'row' | 'hash'> | undefined,
): Pick<CheckedSeal, 'said' | 'rows'> {
  const said = statementOf(seal);
  if (end) requireNext(end, said);
  const rows: ChainedRow[] = [];
  let last = hashOfStatement(seal.statement);
  for (const id of idsOf(said.ids)) {
    const one = found(id, rows.length);
    if (!one)
      throw new ChainFault(`Row ${id} of the audit is missing: the seal ${said.sequence} of ${said.at} has it.`);
    const previous = last.toString('hex');
    last = hashAfterRow(last, one.row);
    if (last.toString('hex') !== one.hash)
      throw new ChainFault(`Row ${id} of the audit was altered after it was sealed at ${said.at}.`);
    rows.push({ ...one, previous });
  }
  if (last.toString('hex') !== seal.hash) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
  return { said, rows };
}

/** Throws ChainFault if the stored hashes of a seal, or the removal that it records, do not match its statement. */
function requireWhole(seal: SealRow): Statement {
  const said = statementOf(seal);
  const isWhole =
    (said.removed?.through ?? null) === seal.removed_through &&
    hashAt(seal.hashes, 0).equals(hashOfStatement(seal.statement)) &&
    hashAt(seal.hashes, countOf(said.ids)).toString('hex') === seal.hash;
  if (!isWhole) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
  return said;
}

/** Compares a seal with the one before it and with the rows in the database. Throws ChainFault. */
export async function checkSeal(db: Database, end: ChainEnd, seal: SealRow): Promise<CheckedSeal> {
  const { ids, until } = requireWhole(seal);
  const late = ids.filter(([, last]) => last <= end.until);
  const ranges = until > end.until ? [...late, [end.until + 1, until] as const] : late;
  const found = new Map((await rowsWithin(db, ranges, countOf(ids) + OTHERS)).map((row) => [row.id, row]));
  const checked = checkLink(end, seal, (id, index) => {
    const row = found.get(id);
    found.delete(id);
    return row && { row, hash: hashAt(seal.hashes, index + 1).toString('hex') };
  });
  return { ...checked, others: [...found.keys()] };
}
