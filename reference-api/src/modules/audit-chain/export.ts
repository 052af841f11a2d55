import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { type SealRow, sealsAfter, ChainFault, statementOf } from './seal.ts';
import type { Database } from '../../core/store/store.ts';
import { type ChainedRow, checkLink, checkSeal, endBefore } from './verify-chain.ts';
import type { dayRange } from '../../core/time/time-zone.ts';
import type { HeadList } from './heads.ts';
import { endAfter } from './sealer.ts';

/** The time to export. Seals are exported whole, so other rows that they hold are included. */
type ExportRange = ReturnType<typeof dayRange>;

/** How many seals and rows there are, and the last seal with its hash. */
const noFacts = () => ({ seals: 0, rows: 0, sequence: 0, hash: '' });
type ExportFacts = ReturnType<typeof noFacts>;

function count(facts: ExportFacts, { sequence, hash }: Pick<ExportFacts, 'sequence' | 'hash'>, rows: number): void {
  Object.assign(facts, { seals: facts.seals + 1, rows: facts.rows + rows, sequence, hash });
}

/** Returns the first and the last seal that may hold rows of a time; undefined if there is none. */
async function sealsOf(db: Database, from: string, before: string) {
  const { lowest, highest } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.min<number | null>('id').as('lowest'), fn.max<number | null>('id').as('highest')])
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  if (lowest === null || highest === null) return undefined;
  let found: { readonly first: number; readonly last: number } | undefined;
  for await (const seal of sealsAfter(db, 0)) {
    const { sequence, ids } = statementOf(seal);
    if (ids.some(([lower, upper]) => lower <= highest && upper >= lowest))
      found = { first: found?.first ?? sequence, last: sequence };
  }
  return found;
}

/**
 * Writes rows of the audit to a new file, one line of JSON each, with the seals that prove them (A8). Each row is
 * checked against its seal first. Throws ChainFault; throws ConfigurationError if the file exists.
 */
export async function writeExport(db: Database, file: string, { from, before }: ExportRange): Promise<ExportFacts> {
  if (existsSync(file)) throw new ConfigurationError(`${file} is there already. An export replaces no other file.`);
  const facts = noFacts();
  async function* lines(): AsyncGenerator<string> {
    const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
    yield lineOf({ export: 'device-console audit', version: 1, from, before });
    const wanted = await sealsOf(db, from, before);
    let end = wanted && (await endBefore(db, wanted.first));
    for await (const seal of sealsAfter(db, end?.sequence ?? 0)) {
      if (!wanted || !end || end.sequence >= wanted.last) break;
      const { said, rows } = await checkSeal(db, end, seal);
      yield lineOf({ seal: { sequence: seal.sequence, statement: seal.statement, hash: seal.hash } });
      for (const one of rows) yield lineOf(one);
      end = endAfter(said, seal.hash);
      count(facts, seal, rows.length);
    }
    yield lineOf({ head: facts });
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return facts;
}

const text = v.string();
const id = v.pipe(v.number(), v.safeInteger());
/** Its other columns are never null, so that their hash tells one that is missing. */
const exportedRow = v.looseObject({ id, account_id: v.nullable(v.number()) });
const line = v.union([
  v.object({ export: v.literal('device-console audit'), version: v.literal(1), from: text, before: text }),
  v.object({ seal: v.object({ sequence: id, statement: text, hash: text }) }),
  v.object({ row: exportedRow, previous: text, hash: text }),
  v.object({ head: v.object({ seals: id, rows: id, sequence: id, hash: text }) }),
]);

interface WrittenSeal {
  readonly seal: Pick<SealRow, 'sequence' | 'statement' | 'hash'>;
  readonly lines: ChainedRow<v.InferOutput<typeof exportedRow>>[];
}

function checkWritten(facts: ExportFacts, { seal, lines }: WrittenSeal, heads: HeadList): void {
  const { rows } = checkLink(facts.seals === 0 ? undefined : facts, seal, (id, index) =>
    lines[index]?.row.id === id ? lines[index] : undefined,
  );
  const wrong = lines.find(({ previous }, index) => previous !== rows[index]?.previous);
  if (wrong) throw new ChainFault(`Row ${wrong.row.id} of the export is not of the seal ${seal.sequence}.`);
  heads.compare(seal);
  count(facts, seal, rows.length);
}

/** Verifies an export line by line, without a database (A8). Throws ChainFault at the first fault. */
export async function verifyExport(file: string, heads: HeadList): Promise<ExportFacts> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new ConfigurationError(`The export ${file} cannot be read.`, { cause });
  });
  const facts = noFacts();
  let written: WrittenSeal | undefined;
  let [number, hasHead] = [0, false];
  for await (const content of handle.readLines()) {
    number += 1;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), content);
    if (!read.success || hasHead || 'export' in read.output !== (number === 1))
      throw new ChainFault(`Line ${number} of ${file} is not of an export.`);
    if ('row' in read.output) {
      if (!written) throw new ChainFault(`Row ${read.output.row.id} is of no seal.`);
      written.lines.push(read.output);
      continue;
    }
    if (written) checkWritten(facts, written, heads);
    written = 'seal' in read.output ? { seal: read.output.seal, lines: [] } : undefined;
    if (!('head' in read.output)) continue;
    if (JSON.stringify(read.output.head) !== JSON.stringify(facts))
      throw new ChainFault('The last line does not fit what stands before it: seals or rows are missing.');
    hasHead = true;
  }
  if (!hasHead) throw new ChainFault(`${file} was cut off: its end is missing.`);
  return facts;
}
