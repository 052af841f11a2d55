import * as v from 'valibot';
import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { type SealRow, sealsAfter, ChainFault, statementOf } from './seal.ts';
import type { Database } from '../../core/store/store.ts';
import { type ChainedRow, checkLink, checkSeal, endBefore, type VerifiedChain, verifyChain } from './verify-chain.ts';
import { dayRange } from '../../core/time/time-zone.ts';
import { type HeadList, HEADS_FILE, listHeads, noHeads, readHeads } from './heads.ts';
import { endAfter } from './sealer.ts';
import type { ApiModule } from '../../core/module.ts';
import { parseArgs } from 'node:util';
import { removeOldRows } from './remove-old-rows.ts';
import { EPOCH_SETTING, readSetting } from '../../core/store/settings.ts';
import { DAY, isoAfter } from '../../core/time/clock.ts';
import { auditCommand, type CliCommand, withStore } from '../../core/cli/cli-parts.ts';

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

const LEAST_DAYS = 365;

const auditUsage = [
  'audit-verify [--heads <file>] [--restored]   (compares every row with the chain, and the chain with heads: a copy ' +
    `of DATA_DIR/${HEADS_FILE} that is kept elsewhere)`,
  'audit-export <file> --from <YYYY-MM-DD> --to <YYYY-MM-DD>   (rows of those days with their proof, a line of JSON ' +
    'each)',
  'audit-verify --export <file> [--heads <file>]   (an export alone, without the database)',
  `audit-prune --before <YYYY-MM-DD> [--heads <file>]   (removes rows that are older, at least ${LEAST_DAYS} days; ` +
    'by the owner of the tables)',
];

const headsOptions = { heads: { type: 'string' }, restored: { type: 'boolean', default: false } } as const;

/** Turns a ChainFault into a ConfigurationError, with which the program ends with code 1. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChainFault) throw new ConfigurationError(`THE AUDIT DOES NOT HOLD. ${error.message}`);
    throw error;
  }
}

function headsOf(file: string | undefined, epoch: string, restored: boolean): Promise<HeadList> {
  return file === undefined ? Promise.resolve(noHeads) : listHeads(readHeads(file), { epoch, restored });
}

function sentencesOf({ seals, rows, first, unsealed, end, sealedAt, backdated }: VerifiedChain): readonly string[] {
  return [
    `The audit holds: ${rows} rows in ${seals} seals, ${unsealed} rows not sealed yet.`,
    ...(seals === 0 ? [] : [`The last seal is ${end.sequence} of ${sealedAt}, ${end.hash}.`]),
    ...(first === 1 ? [] : [`What the seals 1 to ${first - 1} held was removed; a later seal says so.`]),
    ...(backdated.rows === 0
      ? []
      : [
          `LOOK AT ${backdated.rows} rows from ${backdated.first} on: they say a time by which all of before had ` +
            'been sealed. Either a clock was set back, or somebody wrote them later than they say.',
        ]),
  ];
}

function headSentences({ counts }: HeadList, file: string | undefined): readonly string[] {
  if (file === undefined) return ['No heads were given: a chain that was written anew as a whole would hold too.'];
  return [
    `${counts.fitting} heads fit${counts.passedOver === 0 ? '' : `, ${counts.passedOver} could not be compared`}.`,
  ];
}

async function verifyWithHeads(db: Database, file: string | undefined, restored: boolean) {
  const heads = await headsOf(file, (await readSetting(db, EPOCH_SETTING)) ?? '', restored);
  const verified = await inWords(verifyChain(db, heads));
  return [...sentencesOf(verified), ...headSentences(heads, file)];
}

const verify: CliCommand = async (args, parts) => {
  const options = { ...headsOptions, export: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { heads: file, export: exported, restored } = values;
  if (exported === undefined) return withStore(parts, ({ db }) => verifyWithHeads(db, file, restored));
  const heads = await headsOf(file, '', false);
  const { rows, seals, sequence, hash } = await inWords(verifyExport(exported, heads));
  return [
    `${exported} holds: ${rows} rows in ${seals} seals, the last ${sequence}, ${hash}.`,
    ...headSentences(heads, file),
  ];
};

const exportRows: CliCommand = async (args, parts) => {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [file, ...more] = positionals;
  const { from, to } = values;
  if (file === undefined || more.length > 0 || from === undefined || to === undefined)
    throw new ConfigurationError('audit-export needs a file, --from and --to.');
  if (from > to) throw new ConfigurationError('--from is after --to.');
  const range = dayRange(from, to, 'UTC');
  return withStore(parts, async ({ db }) => {
    const { rows, seals, sequence } = await inWords(writeExport(db, file, range));
    await auditCommand(db, parts, 'audit-export', { file, from, to, rows }, 'rows of the audit written out');
    const last = seals === 0 ? '' : `, the last ${sequence}`;
    return [`${rows} rows in ${seals} seals${last}, written to ${file}. Rows that are not sealed yet are not in it.`];
  });
};

const prune: CliCommand = async (args, parts) => {
  const { values } = parseArgs({ args: [...args], options: { ...headsOptions, before: { type: 'string' } } });
  const { before: day, heads, restored } = values;
  if (day === undefined) throw new ConfigurationError('audit-prune needs --before.');
  const { from: before } = dayRange(day, day, 'UTC');
  if (before > isoAfter(parts.clock.now(), -LEAST_DAYS * DAY))
    throw new ConfigurationError(`Rows of the audit stay at least ${LEAST_DAYS} days. Nothing was removed.`);
  return withStore(parts, async ({ db }) => {
    // Verify first: removing rows must not hide tampering.
    const found = await verifyWithHeads(db, heads, restored);
    const rows = await inWords(removeOldRows(db, parts.clock, before));
    await auditCommand(db, parts, 'audit-prune', { before: day, rows }, 'old rows of the audit removed');
    return [...found, `${rows} rows of before ${day} removed.`];
  });
};

/** Seals the audit log, so that tampering is detected. */
export const auditChain = {
  name: 'audit-chain',
  commandLine: {
    usage: auditUsage,
    commands: { 'audit-verify': verify, 'audit-export': exportRows, 'audit-prune': prune },
  },
} as const satisfies ApiModule;
