import type { RowSlice, SheetPlan } from '../headless/sheet-plan.ts';
import type { Sheet, WriteOptions } from '../sheet.ts';
import { pageClock, Slices } from '../../async/index.ts';
import type { Book, BookMessage, BookOrder } from './book.ts';
import { abortError, readInSlices, throwIfAborted } from './read-in-slices.ts';

/** Slices waiting for the worker, so that rows are read no faster than written. */
const MOST_WAITING = 4;

/** `close` ends the worker, whatever it is doing. */
class WorkerBook implements Book {
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

/** Null if none can start: under a stricter policy, or after a redeploy. */
async function startBookWorker(): Promise<Worker | null> {
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

/** Fetched by few pages, with the library that packs the file. */
async function bookOnPage(plans: readonly SheetPlan[]): Promise<Book> {
  const { StreamedBook } = await import('./streamed-book.ts');
  return new StreamedBook(plans, { pause: new Slices(pageClock).pauseIfOver });
}

async function fill(book: Book, sheets: readonly Sheet[], options: WriteOptions): Promise<Blob> {
  let count = 0;
  for (const [index, { rows }] of sheets.entries()) {
    count += await readInSlices(rows, (taken) => book.take({ sheet: index, rows: taken }), options, count);
  }
  return book.finish();
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortError());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Sheets as an Excel workbook (.xlsx), written in a worker, or in slices on the page if none can start. Texts stay
 * texts, IMEIs and formulas too; numbers and dates become real ones, dates in the operator's local time. A text above
 * Excel's 32,767 characters is cut, with a note. A sheet above Excel's 1,048,576 rows continues in another.
 *
 * Rejects with a message for the operator if the file would be too large for Excel, and with an AbortError when
 * cancelled.
 */
export async function writeWorkbook(sheets: readonly Sheet[], options: WriteOptions = {}): Promise<Blob> {
  if (sheets.length === 0) throw new Error('A workbook needs at least one sheet.');
  throwIfAborted(options.signal);
  const plans = sheets.map(({ name, columns }) => ({ name, columns }));
  const worker = await startBookWorker();
  const workerBook = worker && new WorkerBook(worker, plans);
  try {
    throwIfAborted(options.signal);
    return await unlessAborted(fill(workerBook ?? (await bookOnPage(plans)), sheets, options), options.signal);
  } finally {
    workerBook?.close();
  }
}
