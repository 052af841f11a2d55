import { createListeners, type Listeners } from '../../async/subject.ts';
import { type BodyOf, calls, type Command, commandById } from '../../contract/index.ts';
import { OutcomeTable } from './outcomes.ts';
import {
  type ArchivedBatch,
  type BatchHeader,
  type BatchProgress,
  BatchStorageError,
  type BatchStore,
  isArchived,
  keyName,
  type ListedBatch,
  type StoredBatch,
} from './record.ts';
import type { BatchApi, BatchPorts } from './ports.ts';
import { classifyFailure, type FailureClass } from './classify-failure.ts';

const FIRST_DELAY_MS = 60_000;
const LONGEST_DELAY_MS = 30 * 60_000;

/** The server knows that an archived batch has ended: keep it for its unconfirmed IMEIs, or remove it (B7, D11). */
async function settle(store: BatchStore, batchId: string): Promise<void> {
  const batch = await store.openArchived(batchId);
  if (!batch) return;
  const { unconfirmed } = new OutcomeTable(batch.imeis.length, batch.segments).counts;
  if (unconfirmed > 0) await store.reported(batchId);
  else await store.discard(batchId);
}

/** Archived batches whose end the server does not know yet, oldest first (D11a). */
async function unreported(store: BatchStore, operator: string): Promise<readonly ArchivedBatch[]> {
  return (await store.list(operator))
    .filter(isArchived)
    .filter(({ progress }) => progress.phase === 'reporting')
    .sort((one, other) => one.archivedAt - other.archivedAt);
}

function areOfOneFile({ header, progress }: ListedBatch, other: BatchHeader, serverFileName: string): boolean {
  return keyName(header) === keyName(other) && progress.serverFileName === serverFileName;
}

/** Existing back ends know a batch by its file's name, so nothing is left to report of an older one (D1a, D11a). */
export async function settleOlder(store: BatchStore, header: BatchHeader, serverFileName: string): Promise<void> {
  for (const other of await unreported(store, header.operator)) {
    const isOlder = other.header.createdAt < header.createdAt;
    if (isOlder && areOfOneFile(other, header, serverFileName)) await settle(store, other.header.batchId);
  }
}

/**
 * Reports an operator's batches that ended here without the server (D11a): when a screen of batches opens,
 * when a batch ends, and after growing delays while the page lives. The archive is the list of them, so a crash loses
 * none. Sends one report per batch, in order; a batch that the server refuses again does not delay others. Only one tab
 * at a time.
 */
export class Outbox {
  /** Calls back with the id of each reported batch. */
  readonly subscribe: Listeners<[batchId: string]>['subscribe'];
  readonly #notify: (batchId: string) => void;
  #underWay = false;
  #again = false;
  #closed = false;
  #delayMs = FIRST_DELAY_MS;
  #cancelTimer: (() => void) | null = null;

  constructor(
    private readonly ports: BatchPorts,
    private readonly operator: string,
  ) {
    const { subscribe, notify } = createListeners<[batchId: string]>();
    this.subscribe = subscribe;
    this.#notify = notify;
  }

  /** Reports now what is waiting: it may have recovered. */
  wake(): void {
    this.#delayMs = FIRST_DELAY_MS;
    this.#run();
  }

  /** Something is waiting that the server would not accept just now. */
  later(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.ports.clock.delay(this.#delayMs, () => this.#run());
    this.#delayMs = Math.min(this.#delayMs * 2, LONGEST_DELAY_MS);
  }

  /** A later page reports what is still waiting. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
  }

  #run(): void {
    if (this.#closed) return;
    this.#cancelTimer?.();
    this.#again = this.#underWay;
    if (this.#underWay) return;
    this.#underWay = true;
    void this.#reportAll().then((isLeft) => {
      this.#underWay = false;
      if (this.#again) this.#run();
      else if (isLeft) this.later();
    });
  }

  async #reportAll(): Promise<boolean> {
    const held = await this.ports.lock.tryAcquire(`reports:${this.operator}`);
    if (!held) return true;
    try {
      let isLeft = false;
      for (const batch of await unreported(this.ports.store, this.operator)) {
        if (this.#closed || this.ports.signedIn() !== this.operator || !(await held.confirm())) return true;
        const answer = await this.#report(batch);
        if (answer === 'unreachable') return true;
        if (answer === 'waits') isLeft = true;
      }
      return isLeft;
    } catch (error) {
      // The operator's screen reports a failing storage; nothing that waits is lost.
      if (error instanceof BatchStorageError) return true;
      throw error;
    } finally {
      held.release();
    }
  }

  async #report(batch: ArchivedBatch): Promise<'reported' | 'waits' | 'unreachable'> {
    const { header, progress } = batch;
    if (await this.#hasYounger(batch)) return 'waits';
    const status = statusOf(commandById(header.command), header, progress, 'complete');
    const failure = await reportStatus(this.ports.api, status);
    if (failure !== null) return isRefusal(failure) ? 'waits' : 'unreachable';
    await settle(this.ports.store, header.batchId);
    await settleOlder(this.ports.store, header, progress.serverFileName);
    this.#notify(header.batchId);
    return 'reported';
  }

  /** The server's record under this file's name belongs to a newer batch. */
  async #hasYounger({ header, progress }: ArchivedBatch): Promise<boolean> {
    const batches = await this.ports.store.list(header.operator);
    return batches.some(
      (other) => areOfOneFile(other, header, progress.serverFileName) && other.header.createdAt > header.createdAt,
    );
  }
}

type Status = BodyOf<typeof calls.updateStatusOnServer>;

/** What is reported to the server of a batch's progress (B7, B10). */
export function statusOf(
  { batch }: Command,
  { batchId }: BatchHeader,
  progress: Pick<BatchProgress, 'lastImei' | 'serverFileName'>,
  isComplete: 'complete' | 'incomplete',
): Status {
  const { lastImei: lastimei, serverFileName: fileName } = progress;
  return { lastimei, fileName, isComplete, statusOf: batch?.statusOf ?? '', batchId };
}

/** Reports a batch's progress to the server, as often as needed (D2b); null if it was taken, else the reason. */
export async function reportStatus(api: BatchApi, body: Status): Promise<FailureClass | null> {
  try {
    await api.call(calls.updateStatusOnServer, body, { keepsSession: true });
    return null;
  } catch (error) {
    return classifyFailure(error, true);
  }
}

/** True if the server refused it: do not repeat it. */
export function isRefusal(failure: FailureClass): boolean {
  return failure.kind === 'refused' || (failure.kind === 'unconfirmed' && failure.sent === 'no');
}

/** Reports a saved batch's progress to the server (B10); '' if it was taken or nothing was sent, else the reason. */
export async function reportSaved(command: Command, stored: StoredBatch, api: BatchApi): Promise<string> {
  const { header, progress } = stored;
  if (progress.lastImei === '' || progress.phase !== 'running') return '';
  return (await reportStatus(api, statusOf(command, header, progress, 'incomplete')))?.message ?? '';
}
