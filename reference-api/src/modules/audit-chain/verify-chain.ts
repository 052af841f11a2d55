import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import * as v from 'valibot';
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
  hashOfStatement,
  readStatement,
  type HashedRow,
  type Statement,
  statementOf,
} from './sealer.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import type { dayRange } from '../../core/time/time-zone.ts';

export const HEADS_FILE = 'audit-heads.jsonl';

const text = v.string();
const whole = v.pipe(v.number(), v.safeInteger());
const head = v.object({
  at: text,
  sequence: whole,
  hash: text,
  /** Of the deployment: a restored backup changes it. */
  epoch: v.optional(text, ''),
});

export type WrittenHead = v.InferOutput<typeof head>;

export async function readHeads(file: string): Promise<readonly WrittenHead[]> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigurationError(`The heads in ${file} cannot be read.`, { cause });
  });
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = v.safeParse(v.pipe(text, v.parseJson(), head), line);
    if (!read.success) throw new ConfigurationError(`Line ${index + 1} of ${file} is no head of the audit.`);
    return [read.output];
  });
}

/** The heads in a file that may be missing, or end with a line that a power cut left unfinished. */
export async function writtenHeads(file: string): Promise<readonly WrittenHead[]> {
  const content = existsSync(file) ? await readFile(file, 'utf8') : '';
  return content.split('\n').flatMap((line) => {
    const read = v.safeParse(v.pipe(text, v.parseJson(), head), line);
    return read.success ? [read.output] : [];
  });
}

/** After a restore, heads of other epochs that do not match are passed over. */
interface HeadList {
  readonly heads: readonly WrittenHead[];
  readonly epoch: string;
  readonly restored: boolean;
}

const noHeads: HeadList = { heads: [], epoch: '', restored: false };

/** `first` and `last` are the seals that there are. Throws ChainFault if the chain was written anew or cut off. */
export function compareHeads(list: HeadList, hashes: ReadonlyMap<number, string>, first: number, last: number) {
  const counts = { fitting: 0, passedOver: 0 };
  for (const { at, sequence, hash, epoch } of list.heads) {
    if (hashes.get(sequence) === hash) {
      counts.fitting += 1;
    } else if (!hashes.has(sequence) && sequence < first) {
      counts.passedOver += 1;
    } else if (list.restored && epoch !== list.epoch) {
      counts.passedOver += 1;
    } else {
      throw new ChainFault(
        sequence > last
          ? `The chain was cut off: it ends with the seal ${last}, and the head of ${at} is of the seal ${sequence}.`
          : `The chain was rewritten: the head of ${at} has another hash of the seal ${sequence}, or of one before it.`,
      );
    }
  }
  return counts;
}

/** Stored or exported. A check takes the seal's rows out of `rows`. */
interface Link<Row extends HashedRow = SealedAuditRow> {
  readonly seal: Pick<SealRow, 'sequence' | 'statement' | 'hash'>;
  readonly rows: Map<number, Row>;
  readonly hashes: readonly string[];
}

type Place = Pick<ChainEnd, 'sequence' | 'hash'>;

function requireNext(end: Place, { sequence, previous }: Statement): void {
  const first = end.sequence + 1;
  if (sequence !== first)
    throw new ChainFault(
      sequence === first + 1 ? `The seal ${first} is missing.` : `The seals ${first} to ${sequence - 1} are missing.`,
    );
  if (previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
}

/** Of the statement, and then after each row, in hexadecimal. */
function hashesIn({ hashes }: Pick<SealRow, 'hashes'>): readonly string[] {
  return Buffer.from(hashes).toString('hex').match(/.{64}/g) ?? [];
}

const isAwaited = (gaps: Statement['gaps'], id: number): boolean =>
  gaps.some(({ first, last }) => first <= id && id <= last);

function takeRows<Row extends HashedRow>({ seal, rows, hashes }: Link<Row>, { sequence, at, ids }: Statement): Row[] {
  const taken: Row[] = [];
  let last = hashOfStatement(seal);
  for (const [first, end] of ids)
    for (let id = first; id <= end; id += 1) {
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

/** Each link must follow the one before, the first one `start` if that is known, and have its rows; `look` gets it. */
async function checkLinks<Row extends HashedRow>(
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

/** The end of the chain before its first stored seal: the beginning, or what a later seal says is removed. */
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

/** The links after a seal up to a last one, each with its rows and others whose ids, above `until`, it passed. */
async function* storedLinks(db: Database, start: Pick<ChainEnd, 'sequence' | 'until'>, last = Infinity) {
  let { until } = start;
  for await (const seal of sealsAfter(db, start.sequence)) {
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

/** Ids of removed seals' rows that still wait for a seal. Throws ChainFault for inserted rows. */
async function leftBehind(db: Database, { until, gaps }: ChainEnd): Promise<Set<number>> {
  const rows = until === 0 ? [] : await rowsWithin(db, [[1, until]], MOST_PENDING);
  const stranger = rows.find(({ id }) => !isAwaited(gaps, id));
  if (stranger) throw inserted(stranger.id);
  return new Set(rows.map(({ id }) => id));
}

export type VerifiedChain = Awaited<ReturnType<typeof verifyChain>>;

/** Throws ChainFault (A6, A7). `backdated`: rows dated before a time at which everything was sealed. */
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
  for (const id of pending) if (!isAwaited(end.gaps, id)) throw inserted(id);
  const first = start.sequence + 1;
  hashes.set(start.sequence, start.hash);
  const heads = compareHeads(list, hashes, first, Math.max(facts.sequence, start.sequence));
  const unsealed = (await countRows(db.selectFrom('audit_log').where('id', '>', end.until))) + pending.size;
  return { ...facts, first, unsealed, sealedAt, backdated, heads };
}

type ExportRange = ReturnType<typeof dayRange>;

async function sealsOf(db: Database, { from, before }: ExportRange) {
  const { lowest, highest } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.min<number | null>('id').as('lowest'), fn.max<number | null>('id').as('highest')])
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  if (lowest === null || highest === null) return { first: 1, last: 0 };
  const found: number[] = [];
  for await (const seal of sealsAfter(db, 0)) {
    const { sequence, ids } = statementOf(seal);
    if (ids.some(([lower, upper]) => lower <= highest && upper >= lowest)) found.push(sequence);
  }
  return { first: found[0] ?? 1, last: found.at(-1) ?? 0 };
}

/** A line of JSON for each seal, with all its rows, checked before, and the hashes that prove them (A8). */
export async function writeExport(db: Database, file: string, range: ExportRange) {
  const target = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw new ConfigurationError(`${file} cannot be made; an export is never written over another file.`, { cause });
  });
  const write = (line: object) => target.appendFile(`${JSON.stringify(line)}\n`);
  try {
    await write({ export: 'device-console audit', version: 2, ...range });
    const { first, last } = await sealsOf(db, range);
    const links = storedLinks(db, { sequence: first - 1, until: Infinity }, last);
    const { facts } = await checkLinks(links, noHeads, undefined, ({ sequence }, rows, { seal, hashes }) => {
      const { statement, hash } = seal;
      return write({ seal: { sequence, statement, hash }, rows, hashes });
    });
    await write({ head: facts });
    return facts;
  } finally {
    await target.close();
  }
}

/** Its other columns are never null, so that their hash tells one that is missing. */
const exportedRow = v.looseObject({ id: whole, account_id: v.nullable(v.number()) });
const exportedLine = v.union([
  v.object({ export: v.literal('device-console audit'), version: v.literal(2), from: text, before: text }),
  v.object({
    seal: v.object({ sequence: whole, statement: text, hash: text }),
    rows: v.array(exportedRow),
    hashes: v.array(text),
  }),
  v.object({ head: v.object({ seals: whole, rows: whole, sequence: whole, hash: text }) }),
]);

/** Hands the last line to `onHead`. Throws ChainFault if it is no export, or cut off. */
async function* exportedLinks(file: string, onHead: (head: object) => void) {
  const source = await open(file).catch((cause: unknown) => {
    throw new ConfigurationError(`The export ${file} cannot be read.`, { cause });
  });
  let [number, hasHead] = [0, false];
  for await (const content of source.readLines()) {
    number += 1;
    const read = v.safeParse(v.pipe(text, v.parseJson(), exportedLine), content);
    if (!read.success || hasHead || 'export' in read.output !== (number === 1))
      throw new ChainFault(`Line ${number} of ${file} is not of an export.`);
    if ('head' in read.output) onHead(read.output.head);
    if ('seal' in read.output) yield { ...read.output, rows: new Map(read.output.rows.map((row) => [row.id, row])) };
    hasHead = 'head' in read.output;
  }
  if (!hasHead) throw new ChainFault(`${file} was cut off: its end is missing.`);
}

/** Line by line, without a database (A8). Throws ChainFault at the first fault. */
export async function verifyExport(file: string, list: HeadList = noHeads) {
  let head = {};
  const links = exportedLinks(file, (told) => {
    head = told;
  });
  const { facts, hashes } = await checkLinks(links, list, undefined, ({ sequence }, _rows, { rows: [stranger] }) => {
    if (stranger) throw new ChainFault(`Row ${stranger[0]} of the export is not of the seal ${sequence}.`);
  });
  if (JSON.stringify(head) !== JSON.stringify(facts))
    throw new ChainFault('The last line does not fit what stands before it: seals or rows are missing.');
  const ofExport = { ...list, heads: list.heads.filter(({ sequence }) => hashes.has(sequence)) };
  return { ...facts, heads: compareHeads(ofExport, hashes, 0, facts.sequence) };
}
