import { BATCH_PAGE_ROWS, calls, type Command } from '../../contract/index.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { numberedPages } from '../../data/pages.ts';
import { OutcomeTable, outcomeCode, type OutcomeCode } from './outcomes.ts';
import type { BatchPorts } from './ports.ts';
import type { BatchHeader, BatchKey, StoredBatch } from './record.ts';

/** A batch of the server's list. */
export type ServerBatch = Pick<BatchHeader, 'batchId' | 'action'>;

/** `occupied`: this browser has another unfinished batch of the command. `busy`: a tab is working on one. */
export type TakeOver = 'taken' | 'occupied' | 'busy';

const codes: Readonly<Record<string, OutcomeCode>> = {
  found: outcomeCode.found,
  'not found': outcomeCode.notFound,
  refused: outcomeCode.refused,
};

/** The facts of a batch, which each page repeats, its list and the outcomes that the server has. */
async function readBatch({ api }: BatchPorts, batchId: string) {
  const call = calls.batchOutcomes;
  const readPage = (after: number) => api.call(call, { batchId, after, limit: BATCH_PAGE_ROWS });
  const facts = await readPage(0);
  const imeis = new Float64Array(facts.devices ?? 0);
  const outcomes = new OutcomeTable(imeis.length);
  for await (const page of numberedPages(async (after) => (after === 0 ? facts : readPage(after)), call))
    for (const { row, imei, outcome, message } of page.items) {
      imeis[row - 1] = Number(imei);
      const code = codes[outcome];
      if (code !== undefined) outcomes.set(row - 1, code, message);
    }
  return { facts, imeis, outcomes };
}

/** Takes a batch over (D17b): the server refuses the former run; then list and outcomes are read. Throws `ApiError`. */
export async function takeOver(
  { operator }: BatchKey,
  command: Command,
  { batchId, action }: ServerBatch,
  ports: BatchPorts,
): Promise<StoredBatch> {
  const run = ports.ids.batchId();
  await ports.api.call(calls.batchClaim, { action, batchId, run, place: ports.place, takeOver: true });
  const { facts, imeis, outcomes } = await readBatch(ports, batchId);
  const { fileName, level, file, total, invalid, duplicates, startedAt } = facts;
  const valid = imeis.length;
  const open = imeis.findIndex((_, index) => outcomes.codeAt(index) === outcomeCode.pending);
  const next = open < 0 ? valid : open;
  return {
    header: {
      batchId,
      operator,
      command: command.id,
      action,
      ...(level === '' ? {} : { level }),
      fileName,
      hasExtras: command.batch?.file === 'notification',
      run,
      createdAt: Date.parse(startedAt),
      totals: { total: total ?? valid, valid, invalid: invalid ?? 0, duplicates: duplicates ?? 0 },
    },
    progress: {
      phase: 'running',
      serverFileName: file,
      next,
      lastImei: next === 0 ? '' : imeiText(imeis[next - 1] ?? 0),
      sending: null,
      elapsedMs: 0,
    },
    imeis,
    segments: outcomes.takeChanges(),
  };
}
