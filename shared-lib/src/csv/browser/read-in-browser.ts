import { readPackedFile } from '../headless/read-file.ts';
import { fileSource } from './file-source.ts';
import { pageClock } from '../../async/index.ts';
import type { FileLimits } from '../headless/file-limits.ts';
import type { FileFormat } from '../headless/file-formats.ts';
import type { PackedAnswer } from '../headless/packed-answer.ts';

/** Options of a reading. */
export interface BrowserReadOptions {
  /** Called with the bytes read so far. */
  readonly onProgress?: ((bytesRead: number) => void) | undefined;
  /** Ends the reading with `{ kind: 'cancelled' }`. */
  readonly signal?: AbortSignal | undefined;
  /** A larger file is rejected; undefined: no limits. */
  readonly limits?: FileLimits | undefined;
  /** Index of the workbook's table to read, in `WorkbookSource`; default: the likeliest. */
  readonly table?: number | undefined;
}

export interface WorkerTask {
  readonly format: FileFormat;
  readonly file: File;
  readonly limits: FileLimits | undefined;
  readonly table: number | undefined;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytesRead: number }
  | { readonly kind: 'answer'; readonly answer: PackedAnswer }
  | { readonly kind: 'bug'; readonly message: string };

/** A workbook is read in one go; on the page itself, only an instant's worth. */
const MOST_UNPACKED_ON_PAGE = 2 * 1024 * 1024;

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  } catch (error) {
    // A page with a stricter policy, or from another origin, may not start workers; it then reads the file itself.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Answers a cancellation at once, even while the disk does not respond. */
function readOnPage(
  { format, file, limits, table }: WorkerTask,
  { onProgress, signal }: BrowserReadOptions,
): Promise<PackedAnswer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    const isCancelled = (): boolean => signal?.aborted === true;
    const options = { ...pageClock, onProgress, isCancelled, limits, table, mostUnpacked: MOST_UNPACKED_ON_PAGE };
    readPackedFile(format, fileSource(file), options).then(resolve, reject);
  });
}

function readInWorker(worker: Worker, task: WorkerTask, options: BrowserReadOptions): Promise<PackedAnswer> {
  return new Promise<PackedAnswer>((resolve, reject) => {
    options.signal?.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    worker.onmessage = (event: MessageEvent<WorkerMessage>) => {
      const message = event.data;
      if (message.kind === 'progress') options.onProgress?.(message.bytesRead);
      else if (message.kind === 'answer') resolve(message.answer);
      else reject(new Error(`Reading ${task.file.name} failed inside the console: ${message.message}`));
    };
    // The worker's script did not load, as after a redeploy: the page reads the file itself.
    worker.onerror = () => resolve(readOnPage(task, options));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

/** Reads a chosen file in a worker, or in slices on the page. Faults of the file are part of the result. */
export async function readInBrowser(
  format: FileFormat,
  file: File,
  options: BrowserReadOptions,
): Promise<PackedAnswer> {
  if (options.signal?.aborted === true) return { kind: 'cancelled' };
  const task: WorkerTask = { format, file, limits: options.limits, table: options.table };
  const worker = startWorker();
  return worker ? readInWorker(worker, task, options) : readOnPage(task, options);
}
