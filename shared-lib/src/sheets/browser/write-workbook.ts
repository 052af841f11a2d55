import { RowPacker } from '../headless/row-slice.ts';
import type { Sheet, WriteOptions } from '../sheet.ts';
import { pageClock, Slices } from '../../async/index.ts';
import type { Book } from './book.ts';
import { abortError, readInSlices, throwIfAborted } from './read-in-slices.ts';
import { StreamedBook } from './streamed-book.ts';
import { startBookWorker, WorkerBook } from './worker-book.ts';

async function fill(book: Book, sheets: readonly Sheet[], options: WriteOptions): Promise<Blob> {
  let count = 0;
  for (const [index, { columns, rows }] of sheets.entries()) {
    const packer = new RowPacker(index, columns.length);
    count += await readInSlices(
      rows,
      { row: (row) => packer.add(row), slice: () => book.take(packer.take()) },
      options,
      count,
    );
  }
  return book.finish();
}

/** The work's result, or an AbortError as soon as `signal` is raised. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortError());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Sheets as the content of an Excel workbook (.xlsx): written in a worker, or in slices on the page where none can be
 * had. Texts stay texts, IMEIs and formulas too; numbers and dates become real ones, dates in the operator's local
 * time; a text above Excel's 32,767 characters is cut and says so; a sheet above Excel's 1,048,576 rows goes on in a
 * further one.
 *
 * Throws when the file would be larger than Excel can open, in words for the operator; rejects with an AbortError when
 * called off.
 */
export async function writeWorkbook(sheets: readonly Sheet[], options: WriteOptions = {}): Promise<Blob> {
  if (sheets.length === 0) throw new Error('A workbook needs at least one sheet.');
  throwIfAborted(options.signal);
  const plans = sheets.map(({ name, columns }) => ({ name, columns }));
  const worker = await startBookWorker();
  const workerBook = worker && new WorkerBook(worker, plans);
  try {
    throwIfAborted(options.signal);
    return await unlessAborted(
      fill(workerBook ?? new StreamedBook(plans, { pause: new Slices(pageClock).pauseIfOver }), sheets, options),
      options.signal,
    );
  } finally {
    workerBook?.close();
  }
}
