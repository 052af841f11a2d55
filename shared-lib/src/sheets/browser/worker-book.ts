import type { RowSlice, SheetPlan } from '../headless/row-slice.ts';
import type { BookMessage, BookOrder } from './book-messages.ts';
import type { Book } from './book.ts';

/** Slices that may wait for the worker, so that rows are read no faster than they are written. */
const MOST_WAITING = 4;

/** A workbook written in a worker. `close` ends the worker, whatever it is doing. */
export class WorkerBook implements Book {
  #waiting = 0;
  #file: Blob | undefined;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(
    private readonly worker: Worker,
    plans: readonly SheetPlan[],
  ) {
    worker.onmessage = ({ data }: MessageEvent<BookMessage>) => this.#told(data);
    worker.onerror = (event) => this.#fail(event.message);
    this.#order({ kind: 'begin', plans });
  }

  async take(slice: RowSlice): Promise<void> {
    this.#waiting += 1;
    this.#order({ kind: 'take', slice });
    await this.#until(() => this.#waiting < MOST_WAITING);
  }

  async finish(): Promise<Blob> {
    this.#order({ kind: 'finish' });
    await this.#until(() => this.#file !== undefined);
    if (!this.#file) throw new Error('The worker finished without a file.');
    return this.#file;
  }

  close(): void {
    this.worker.terminate();
  }

  #order(order: BookOrder): void {
    this.worker.postMessage(order);
  }

  #told(message: BookMessage): void {
    if (message.kind === 'taken') this.#waiting -= 1;
    else if (message.kind === 'finished') this.#file = message.file;
    else if (message.kind === 'failed') this.#fail(message.message);
    this.#wake?.();
  }

  #fail(message: string): void {
    this.#failure ??= new Error(message);
    this.#wake?.();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (this.#failure === undefined && !isSo()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
  }
}

/** A worker whose script runs, or null where none can be had: under a stricter policy, or after a redeploy. */
export async function startBookWorker(): Promise<Worker | null> {
  if (typeof Worker === 'undefined') return null;
  try {
    const worker = new Worker(new URL('./book-worker.ts', import.meta.url), { type: 'module' });
    const isReady = await new Promise<boolean>((resolve) => {
      worker.onmessage = () => resolve(true);
      worker.onerror = () => resolve(false);
    });
    if (isReady) return worker;
    worker.terminate();
    return null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
