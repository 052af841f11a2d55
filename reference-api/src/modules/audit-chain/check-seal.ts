import { rowsWithin, type SealedAuditRow, type SealRow } from './audit-seals.ts';
import type { Database } from '../../core/store/store.ts';
import { ChainFault, hashAfterRow, hashAt, hashOfStatement, readStatement, type Statement } from './seal.ts';
import { countOf, idsOf } from './row-ids.ts';
import type { ChainEnd } from './sealer.ts';

/** A seal that follows the one before it, with the rows that it seals. */
export interface CheckedSeal {
  readonly said: Statement;
  /** In their order, each with the hash before and after it. */
  readonly rows: readonly { readonly row: SealedAuditRow; readonly previous: string; readonly hash: string }[];
  /** Ids of rows that are there and that this seal passed over; a later one has them. */
  readonly others: readonly number[];
}

/** Rows that no seal has are looked for so many at a time. */
const OTHERS = 2_000;

/** What a seal says, where it is whole and follows the end of the chain. Throws ChainFault. */
function readSeal(end: Pick<ChainEnd, 'sequence' | 'hash'>, seal: SealRow): Statement {
  const { sequence, statement, hashes } = seal;
  if (sequence !== end.sequence + 1) {
    const [first, last] = [end.sequence + 1, sequence - 1];
    throw new ChainFault(
      first === last ? `The seal ${first} is missing.` : `The seals ${first} to ${last} are missing.`,
    );
  }
  const said = readStatement(statement);
  const isWhole =
    said?.sequence === sequence &&
    (said.removed?.through ?? null) === seal.removed_through &&
    hashAt(hashes, 0).equals(hashOfStatement(statement)) &&
    hashAt(hashes, countOf(said.ids)).toString('hex') === seal.hash;
  if (!isWhole) throw new ChainFault(`The seal ${sequence} was altered.`);
  if (said.previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
  return said;
}

/** Compares a seal with the one before it and with the rows of the database. Throws ChainFault. */
export async function checkSeal(db: Database, end: ChainEnd, seal: SealRow): Promise<CheckedSeal> {
  const said = readSeal(end, seal);
  const late = said.ids.filter(([, last]) => last <= end.until);
  const ranges = said.until > end.until ? [...late, [end.until + 1, said.until] as const] : late;
  const found = new Map<number, SealedAuditRow>();
  for (const row of await rowsWithin(db, ranges, countOf(said.ids) + OTHERS)) found.set(row.id, row);
  const rows: CheckedSeal['rows'][number][] = [];
  let before = hashAt(seal.hashes, 0);
  for (const id of idsOf(said.ids)) {
    const row = found.get(id);
    if (!row)
      throw new ChainFault(`Row ${id} of the audit is missing: the seal ${said.sequence} of ${said.at} has it.`);
    const after = hashAfterRow(before, row);
    if (!after.equals(hashAt(seal.hashes, rows.length + 1)))
      throw new ChainFault(`Row ${id} of the audit was altered after it was sealed at ${said.at}.`);
    rows.push({ row, previous: before.toString('hex'), hash: after.toString('hex') });
    found.delete(id);
    before = after;
  }
  return { said, rows, others: [...found.keys()] };
}
