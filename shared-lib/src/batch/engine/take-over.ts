import { BATCH_PAGE_ROWS, calls, type AnswerOf, type Command } from '../../contract/index.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { OutcomeTable, outcomeCode, type OutcomeCode } from './outcomes.ts';
import type { BatchPorts } from './ports.ts';
import type { BatchKey, StoredBatch } from './record.ts';

/** A batch of the server's list. */
export interface ServerBatch {
  readonly batchId: string;
  readonly action: string;
}

/** `occupied`: this browser has another unfinished batch of the command. `busy`: a tab is working on one. */
export type TakeOver = 'taken' | 'occupied' | 'busy';

type Page = AnswerOf<typeof calls.batchOutcomes>;

const codes: Readonly<Record<string, OutcomeCode>> = {
  found: outcomeCode.found,
  'not found': outcomeCode.notFound,
  refused: outcomeCode.refused,
};

class ServerList {
  readonly imeis: Float64Array;
  readonly outcomes: OutcomeTable;

  constructor(devices: number) {
    this.imeis = new Float64Array(devices);
    this.outcomes = new OutcomeTable(devices);
  }

  add({ items }: Page): void {
    for (const { row, imei, outcome, message } of items) {
      this.imeis[row - 1] = Number(imei);
      const code = codes[outcome];
      if (code !== undefined) this.outcomes.set(row - 1, code, message);
    }
  }

  get next(): number {
    let index = 0;
    while (index < this.outcomes.length && this.outcomes.codeAt(index) !== outcomeCode.pending) index += 1;
    return index;
  }
}

async function readList(ports: BatchPorts, batchId: string): Promise<{ first: Page; list: ServerList }> {
  const page = (after: number): Promise<Page> =>
    ports.api.call(calls.batchOutcomes, { batchId, after, limit: BATCH_PAGE_ROWS });
  const first = await page(0);
  const list = new ServerList(first.devices ?? 0);
  for (let answer = first, after = 0; answer.items.length > 0; answer = await page(after)) {
    list.add(answer);
    after += answer.items.length;
    if (after >= list.imeis.length) break;
  }
  return { first, list };
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
  const { first, list } = await readList(ports, batchId);
  const { imeis, outcomes, next } = list;
  const { fileName, level, file, total, invalid, duplicates, startedAt } = first;
  const valid = imeis.length;
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
