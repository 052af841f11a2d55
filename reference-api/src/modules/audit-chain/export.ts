import * as v from 'valibot';
import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { Database } from '../../core/store/store.ts';
import type { dayRange } from '../../core/time/time-zone.ts';
import { compareHeads, noHeads, type HeadList } from './heads.ts';
import { ChainFault, sealsAfter, statementOf } from './seal.ts';
import { checked, endBefore, storedLinks, type ChainedRow, type Link } from './verify-chain.ts';

/** The time to export. Seals are exported whole, so other rows that they hold are included. */
type ExportRange = ReturnType<typeof dayRange>;

/** How many seals and rows there are, and the last seal with its hash. */
const noFacts = () => ({ seals: 0, rows: 0, sequence: 0, hash: '' });

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
export async function writeExport(db: Database, file: string, { from, before }: ExportRange) {
  if (existsSync(file)) throw new ConfigurationError(`${file} is there already. An export replaces no other file.`);
  const facts = noFacts();
  async function* lines(): AsyncGenerator<string> {
    const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
    yield lineOf({ export: 'device-console audit', version: 1, from, before });
    const wanted = await sealsOf(db, from, before);
    if (wanted) {
      const start = await endBefore(db, wanted.first);
      for await (const { link, rows } of checked(storedLinks(db, start), start)) {
        const { sequence, statement, hash } = link.seal;
        yield lineOf({ seal: { sequence, statement, hash } });
        for (const one of rows) yield lineOf(one);
        Object.assign(facts, { seals: facts.seals + 1, rows: facts.rows + rows.length, sequence, hash });
        if (sequence === wanted.last) break;
      }
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
const headLine = v.object({ seals: id, rows: id, sequence: id, hash: text });
const line = v.union([
  v.object({ export: v.literal('device-console audit'), version: v.literal(1), from: text, before: text }),
  v.object({ seal: v.object({ sequence: id, statement: text, hash: text }) }),
  v.object({ row: exportedRow, hash: text }),
  v.object({ head: headLine }),
]);
type ExportedRow = ChainedRow<v.InferOutput<typeof exportedRow>>;

/** Reads the links of an export, and hands its last line to `onHead`. Throws ChainFault if it is none, or cut off. */
async function* exportedLinks(file: string, onHead: (head: v.InferOutput<typeof headLine>) => void) {
  const handle = await open(file).catch((cause: unknown) => {
    throw new ConfigurationError(`The export ${file} cannot be read.`, { cause });
  });
  const linkOf = (seal: Link['seal'], rows: readonly ExportedRow[]) => ({
    seal,
    rows,
    found: (one: number, index: number) => (rows[index]?.row.id === one ? rows[index] : undefined),
  });
  let seal: Link['seal'] | undefined;
  let rows: ExportedRow[] = [];
  let [number, hasHead] = [0, false];
  for await (const content of handle.readLines()) {
    number += 1;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), content);
    if (!read.success || hasHead || 'export' in read.output !== (number === 1))
      throw new ChainFault(`Line ${number} of ${file} is not of an export.`);
    if ('row' in read.output) {
      if (!seal) throw new ChainFault(`Row ${read.output.row.id} is of no seal.`);
      rows.push(read.output);
      continue;
    }
    if (seal) yield linkOf(seal, rows);
    seal = 'seal' in read.output ? read.output.seal : undefined;
    rows = [];
    if (!('head' in read.output)) continue;
    onHead(read.output.head);
    hasHead = true;
  }
  if (!hasHead) throw new ChainFault(`${file} was cut off: its end is missing.`);
}

/** Verifies an export line by line, without a database (A8). Throws ChainFault at the first fault. */
export async function verifyExport(file: string, list: HeadList = noHeads) {
  const facts = noFacts();
  const wanted = new Set(list.heads.map(({ sequence }) => sequence));
  const hashes = new Map<number, string>();
  let head = facts;
  const links = exportedLinks(file, (told) => {
    head = told;
  });
  for await (const { link, rows } of checked(links)) {
    const { sequence, hash } = link.seal;
    const stranger = link.rows[rows.length];
    if (stranger) throw new ChainFault(`Row ${stranger.row.id} of the export is not of the seal ${sequence}.`);
    Object.assign(facts, { seals: facts.seals + 1, rows: facts.rows + rows.length, sequence, hash });
    if (wanted.has(sequence)) hashes.set(sequence, hash);
  }
  if (JSON.stringify(head) !== JSON.stringify(facts))
    throw new ChainFault('The last line does not fit what stands before it: seals or rows are missing.');
  const ofExport = { ...list, heads: list.heads.filter(({ sequence }) => hashes.has(sequence)) };
  return { ...facts, heads: compareHeads(ofExport, hashes, { first: 0, last: facts.sequence }) };
}
