import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { idsOfTime, sealsFrom, statementsFrom, type SealedAuditRow } from './audit-seals.ts';
import type { Database } from '../../core/store/store.ts';
import { ChainFault, hashAfterRow, hashOfStatement, readStatement, type Statement } from './seal.ts';
import { checkSeal } from './check-seal.ts';
import type { HeadList } from './head-list.ts';
import { countOf, idsOf } from './row-ids.ts';
import { endBefore } from './verify-chain.ts';

/** What of the audit is written out: rows of this time, and those that were sealed together with them. */
export interface ExportRange {
  readonly from: string;
  readonly before: string;
}

/** What an export holds. */
export interface ExportFacts {
  readonly seals: number;
  readonly rows: number;
  /** The last seal, and its hash. */
  readonly sequence: number;
  readonly hash: string;
}

const STATEMENTS_AT_ONCE = 200;

/** The first and the last seal that have rows of a time; undefined where none has. */
async function sealsOf(db: Database, from: string, before: string) {
  const ids = await idsOfTime(db, from, before);
  if (!ids) return undefined;
  const [lowest, highest] = ids;
  let [first, last] = [0, 0];
  for (let next = 1; ;) {
    const seals = await statementsFrom(db, next, STATEMENTS_AT_ONCE);
    for (const { sequence, statement } of seals) {
      const said = readStatement(statement);
      if (!said) throw new ChainFault(`The seal ${sequence} was altered.`);
      if (!said.ids.some(([lower, upper]) => lower <= highest && upper >= lowest)) continue;
      if (first === 0) first = sequence;
      last = sequence;
    }
    const end = seals.at(-1);
    if (!end) return first === 0 ? undefined : { first, last };
    next = end.sequence + 1;
  }
}

async function* linesOf(db: Database, { from, before }: ExportRange, tally: ExportFacts[]): AsyncGenerator<string> {
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
  yield lineOf({ export: 'device-console audit', version: 1, from, before });
  const wanted = await sealsOf(db, from, before);
  let facts: ExportFacts = { seals: 0, rows: 0, sequence: 0, hash: '' };
  if (wanted) {
    let end = await endBefore(db, wanted.first);
    while (end.sequence < wanted.last) {
      const [seal] = await sealsFrom(db, end.sequence + 1, 1);
      if (!seal) throw new ChainFault(`The seal ${end.sequence + 1} is missing.`);
      const { said, rows } = await checkSeal(db, end, seal);
      yield lineOf({ seal: { sequence: seal.sequence, statement: seal.statement, hash: seal.hash } });
      for (const one of rows) yield lineOf(one);
      end = { sequence: seal.sequence, hash: seal.hash, until: said.until, gaps: said.gaps };
      facts = { seals: facts.seals + 1, rows: facts.rows + rows.length, sequence: end.sequence, hash: end.hash };
    }
  }
  tally.push(facts);
  yield lineOf({ head: facts });
}

/**
 * Writes rows of the audit to a new file, a line of JSON each, with the seals that prove them; each is compared with
 * its seal before (A8). Throws ChainFault, and ConfigurationError for a file that is there.
 */
export async function writeExport(db: Database, file: string, range: ExportRange): Promise<ExportFacts> {
  if (existsSync(file)) throw new ConfigurationError(`${file} is there already. An export replaces no other file.`);
  const tally: ExportFacts[] = [];
  await pipeline(Readable.from(linesOf(db, range, tally)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const [facts] = tally;
  if (!facts) throw new Error('The export ended before its last line.');
  return facts;
}

const text = v.string();
const id = v.pipe(v.number(), v.safeInteger());
const auditRow = v.object({
  id,
  at: text,
  account_id: v.nullable(v.number()),
  email: text,
  via: v.picklist(['session', 'key', 'anonymous', 'cli']),
  call: text,
  action: text,
  imei: text,
  outcome: v.picklist(['success', 'error', 'refused']),
  detail: text,
  transaction_id: text,
  address: text,
});
const line = v.union([
  v.object({ export: v.literal('device-console audit'), version: v.literal(1), from: text, before: text }),
  v.object({ seal: v.object({ sequence: id, statement: text, hash: text }) }),
  v.object({ row: auditRow, previous: text, hash: text }),
  v.object({ head: v.object({ seals: id, rows: id, sequence: id, hash: text }) }),
]);

/** A seal whose rows are being read. */
interface OpenSeal {
  readonly said: Statement;
  readonly sealHash: string;
  readonly ids: Iterator<number>;
  readonly last: Buffer;
}

interface Reading {
  open: OpenSeal | undefined;
  facts: ExportFacts;
  hasHead: boolean;
  isBegun: boolean;
}

function beginSeal(reading: Reading, seal: { sequence: number; statement: string; hash: string }): OpenSeal {
  const { sequence, hash } = reading.facts;
  const said = readStatement(seal.statement);
  if (said?.sequence !== seal.sequence) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
  if (sequence > 0 && (said.sequence !== sequence + 1 || said.previous !== hash))
    throw new ChainFault(`The seal ${said.sequence} does not follow the seal ${sequence}.`);
  return { said, sealHash: seal.hash, ids: idsOf(said.ids), last: hashOfStatement(seal.statement) };
}

function nextRow(open: OpenSeal | undefined, row: SealedAuditRow, previous: string, hash: string): OpenSeal {
  const expected = open?.ids.next();
  if (!open || expected?.done !== false) throw new ChainFault(`Row ${row.id} is of no seal.`);
  if (expected.value !== row.id)
    throw new ChainFault(`Row ${expected.value} is missing: row ${row.id} is in its place.`);
  const last = hashAfterRow(open.last, row);
  if (previous !== open.last.toString('hex') || hash !== last.toString('hex'))
    throw new ChainFault(`Row ${row.id} was altered.`);
  return { ...open, last };
}

function endSeal(reading: Reading, heads: HeadList): void {
  const { open, facts } = reading;
  if (!open) return;
  const { said, sealHash, ids, last } = open;
  const next = ids.next();
  if (next.done === false) throw new ChainFault(`Row ${next.value} is missing.`);
  if (last.toString('hex') !== sealHash) throw new ChainFault(`The seal ${said.sequence} was altered.`);
  reading.open = undefined;
  reading.facts = {
    seals: facts.seals + 1,
    rows: facts.rows + countOf(said.ids),
    sequence: said.sequence,
    hash: sealHash,
  };
  heads.compare({ sequence: said.sequence, hash: sealHash });
}

function readLine(reading: Reading, read: v.InferOutput<typeof line>, heads: HeadList): void {
  if ('row' in read) {
    reading.open = nextRow(reading.open, read.row, read.previous, read.hash);
    return;
  }
  endSeal(reading, heads);
  if ('export' in read) reading.isBegun = true;
  if ('seal' in read) reading.open = beginSeal(reading, read.seal);
  if (!('head' in read)) return;
  if (JSON.stringify(read.head) !== JSON.stringify(reading.facts))
    throw new ChainFault('The last line does not fit what stands before it: seals or rows are missing.');
  reading.hasHead = true;
}

/** Looks at an export, line by line, without a database (A8). Throws ChainFault for the first that does not fit. */
export async function verifyExport(file: string, heads: HeadList): Promise<ExportFacts> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new ConfigurationError(`The export ${file} cannot be read.`, { cause });
  });
  const reading: Reading = {
    open: undefined,
    facts: { seals: 0, rows: 0, sequence: 0, hash: '' },
    hasHead: false,
    isBegun: false,
  };
  let number = 0;
  for await (const content of handle.readLines()) {
    number += 1;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), content);
    if (!read.success || reading.hasHead) throw new ChainFault(`Line ${number} of ${file} is not of an export.`);
    readLine(reading, read.output, heads);
  }
  if (!reading.isBegun || !reading.hasHead)
    throw new ChainFault(`${file} was cut off: its beginning or end is missing.`);
  return reading.facts;
}
