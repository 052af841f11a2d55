import * as v from 'valibot';
import { open } from 'node:fs/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { Database } from '../../core/store/store.ts';
import type { dayRange } from '../../core/time/time-zone.ts';
import { compareHeads, noHeads, type HeadList } from './heads.ts';
import { ChainFault, sealsAfter, statementOf } from './sealer.ts';
import { checkLinks, storedLinks } from './verify-chain.ts';

/** The time to export. Seals are exported whole, so other rows that they hold are included. */
type ExportRange = ReturnType<typeof dayRange>;

/** Returns the first and the last seal that may hold rows of a time; `last` is 0 if there is none. */
async function sealsOf(db: Database, { from, before }: ExportRange) {
  const { lowest, highest } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.min<number | null>('id').as('lowest'), fn.max<number | null>('id').as('highest')])
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  const found = { first: 1, last: 0 };
  if (lowest === null || highest === null) return found;
  for await (const seal of sealsAfter(db, 0)) {
    const { sequence, ids } = statementOf(seal);
    if (!ids.some(([lower, upper]) => lower <= highest && upper >= lowest)) continue;
    if (found.last === 0) found.first = sequence;
    found.last = sequence;
  }
  return found;
}

/**
 * Writes rows of the audit to a new file: a line of JSON for each seal, with its rows and the hashes that prove them
 * (A8). Each row is checked against its seal first. Throws ChainFault; throws ConfigurationError if the file exists.
 */
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

const text = v.string();
const id = v.pipe(v.number(), v.safeInteger());
/** Its other columns are never null, so that their hash tells one that is missing. */
const exportedRow = v.looseObject({ id, account_id: v.nullable(v.number()) });
const exportedLine = v.union([
  v.object({ export: v.literal('device-console audit'), version: v.literal(2), from: text, before: text }),
  v.object({
    seal: v.object({ sequence: id, statement: text, hash: text }),
    rows: v.array(exportedRow),
    hashes: v.array(text),
  }),
  v.object({ head: v.object({ seals: id, rows: id, sequence: id, hash: text }) }),
]);

/** Reads the links of an export, and hands its last line to `onHead`. Throws ChainFault if it is none, or cut off. */
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

/** Verifies an export line by line, without a database (A8). Throws ChainFault at the first fault. */
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
  return { ...facts, heads: compareHeads(ofExport, hashes, { first: 0, last: facts.sequence }) };
}
