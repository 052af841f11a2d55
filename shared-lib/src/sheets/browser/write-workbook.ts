import type { RowSlice, SheetPlan } from '../headless/sheet-plan.ts';
import type { Sheet, WriteOptions } from '../sheet.ts';
import { pageClock, Slices } from '../../async/index.ts';
import type { Book, BookMessage, BookOrder } from './book.ts';
import { readInSlices } from './read-in-slices.ts';

/** A book in a worker, which writes a slice while the page reads the next one. */
class WorkerBook implements Book {
  #last: Promise<Blob | undefined>;

  constructor(
    private readonly worker: Worker,
    plans: readonly SheetPlan[],
  ) {
    this.#last = this.#answer({ kind: 'begin', plans });
  }

  async take(slice: RowSlice): Promise<void> {
    await this.#last;
    this.#last = this.#answer({ kind: 'take', slice });
  }

  async finish(): Promise<Blob> {
    await this.#last;
    const file = await this.#answer({ kind: 'finish' });
    if (!file) throw new Error('The worker finished without a file.');
    return file;
  }

  #answer(order: BookOrder): Promise<Blob | undefined> {
    const answer = new Promise<Blob | undefined>((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<BookMessage>) => {
        if (data.kind === 'done') resolve(data.file);
        else reject(new Error(data.message));
      };
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.postMessage(order);
    });
    // The next order tells of a failure, unless the rows failed first.
    answer.catch(() => undefined);
    return answer;
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

/** Also while the worker is silent. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
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
  options.signal?.throwIfAborted();
  const plans = sheets.map(({ name, columns }) => ({ name, columns }));
  const worker = await startBookWorker();
  try {
    options.signal?.throwIfAborted();
    const book = worker ? new WorkerBook(worker, plans) : await bookOnPage(plans);
    return await unlessAborted(fill(book, sheets, options), options.signal);
  } finally {
    worker?.terminate();
  }
}
