import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { auditCommand, command, fileCommand, flagOption, textOption, withStore } from '../../core/cli/cli-parts.ts';
import type { ApiModule, ModuleParts } from '../../core/module.ts';
import { MARK_RESTORED } from '../../core/store/dispatch.ts';
import { EPOCH_SETTING, readSetting } from '../../core/store/settings.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, isoAfter } from '../../core/time/clock.ts';
import { dayRange } from '../../core/time/time-zone.ts';
import { ChainFault, hasHead, removeOldRows, startSealing } from './sealer.ts';
import {
  type compareHeads,
  HEADS_FILE,
  readHeads,
  type VerifiedChain,
  verifyChain,
  verifyExport,
  writtenHeads,
  writeExport,
} from './verify-chain.ts';
import { schema } from './schema.ts';

const LEAST_DAYS = 365;

const headsOptions = { heads: textOption, restored: flagOption } as const;

/** A ConfigurationError ends the program with code 1. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChainFault) throw new ConfigurationError(`THE AUDIT DOES NOT HOLD. ${error.message}`);
    throw error;
  }
}

function sentencesOf(chain: VerifiedChain): readonly string[] {
  const { seals, rows, first, unsealed, sequence, hash, sealedAt, backdated } = chain;
  const said = [`The audit holds: ${rows} rows in ${seals} seals, ${unsealed} rows not sealed yet.`];
  if (seals > 0) said.push(`The last seal is ${sequence} of ${sealedAt}, ${hash}.`);
  if (first > 1) said.push(`What the seals 1 to ${first - 1} held was removed; a later seal says so.`);
  if (backdated.rows > 0)
    said.push(
      `LOOK AT ${backdated.rows} rows from ${backdated.first} on: they say a time by which all of before had been ` +
        'sealed. Either a clock was set back, or somebody wrote them later than they say.',
    );
  return said;
}

function headSentences({ fitting, passedOver }: ReturnType<typeof compareHeads>, file: string | undefined): string {
  if (file === undefined) return 'No heads were given: a chain that was written anew as a whole would hold too.';
  return `${fitting} heads fit${passedOver === 0 ? '' : `, ${passedOver} could not be compared`}.`;
}

const headsIn = (file: string | undefined) => (file === undefined ? [] : readHeads(file));

async function verifyWithHeads(db: Database, file: string | undefined, restored: boolean) {
  const epoch = (await readSetting(db, EPOCH_SETTING)) ?? '';
  const verified = await inWords(verifyChain(db, { heads: await headsIn(file), epoch, restored }));
  return [...sentencesOf(verified), headSentences(verified.heads, file)];
}

const verify = command(
  '[--heads <file>] [--restored]   (compares every row with the chain, and the chain with heads: a copy of ' +
    `DATA_DIR/${HEADS_FILE} that is kept elsewhere; with --export <file> an export alone, without the database)`,
  { ...headsOptions, export: textOption },
  async ({ heads: file, export: exported, restored }, parts) => {
    if (exported === undefined) return withStore(parts, ({ db }) => verifyWithHeads(db, file, restored));
    const list = { heads: await headsIn(file), epoch: '', restored: false };
    const { rows, seals, sequence, hash, heads } = await inWords(verifyExport(exported, list));
    return [
      `${exported} holds: ${rows} rows in ${seals} seals, the last ${sequence}, ${hash}.`,
      headSentences(heads, file),
    ];
  },
);

const exportRows = fileCommand(
  '--from <YYYY-MM-DD> --to <YYYY-MM-DD>   (rows of those days with their proof, a line of JSON for each seal)',
  { from: textOption, to: textOption },
  async (file, parts, { from, to }) => {
    if (from === undefined || to === undefined) throw new ConfigurationError('audit-export needs --from and --to.');
    if (from > to) throw new ConfigurationError('--from is after --to.');
    const range = dayRange(from, to, 'UTC');
    return withStore(parts, async ({ db }) => {
      const { rows, seals, sequence } = await inWords(writeExport(db, file, range));
      await auditCommand(db, parts, 'audit-export', { file, from, to, rows }, 'rows of the audit written out');
      const last = seals === 0 ? '' : `, the last ${sequence}`;
      return [`${rows} rows in ${seals} seals${last}, written to ${file}. Rows that are not sealed yet are not in it.`];
    });
  },
);

const prune = command(
  `--before <YYYY-MM-DD> [--heads <file>]   (removes rows that are older, at least ${LEAST_DAYS} days; by the owner ` +
    'of the tables)',
  { ...headsOptions, before: textOption },
  async ({ before: day, heads, restored }, parts) => {
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
  },
);

/**
 * Throws if this server has written down a head of the audit that the database lacks, though it was not marked as
 * restored. Sessions that have ended would open again, and commands would be sent once more.
 */
async function refuseOlder(db: Database, file: string): Promise<void> {
  const epoch = (await readSetting(db, EPOCH_SETTING)) ?? '';
  const seen = (await writtenHeads(file)).findLast((head) => head.epoch === epoch);
  if (!seen || (await hasHead(db, seen))) return;
  throw new ConfigurationError(
    `The database is older than what this server saw of it at ${seen.at}, as ${file} says. ${MARK_RESTORED}`,
  );
}

async function sealWhileRunning({ settings: { dataDir }, store: { db }, clock, log }: ModuleParts) {
  const file = join(dataDir, HEADS_FILE);
  await refuseOlder(db, file);
  const close = startSealing({
    db,
    clock,
    async onHead(head) {
      const epoch = (await readSetting(db, EPOCH_SETTING)) ?? '';
      log.info({ ...head, epoch }, 'the head of the audit');
      const line = `${JSON.stringify({ ...head, epoch })}\n`;
      await appendFile(file, line, { mode: 0o600, flush: true });
    },
    onFailure: (error) => log.error({ err: error }, 'the audit could not be sealed; trying again'),
  });
  return { close };
}

/** Seals the audit log, so that tampering is detected. */
export const auditChain = {
  name: 'audit-chain',
  schema,
  start: sealWhileRunning,
  commandLine: { 'audit-verify': verify, 'audit-export': exportRows, 'audit-prune': prune },
} as const satisfies ApiModule;
