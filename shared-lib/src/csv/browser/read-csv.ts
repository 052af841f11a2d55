import { type PackedAnswer, unpackImeiAnswer, unpackNotificationAnswer } from '../headless/packed-answer.ts';
import type { FileOptions, ImeiFile, ImeiFileAnswer } from '../headless/imei-file.ts';
import type { NotificationFileAnswer } from '../headless/notification-file.ts';
import { containerOf, headOf } from '../headless/content.ts';
import { readPackedFile } from '../headless/read-file.ts';
import { fileSource } from './file-source.ts';
import { readingOf } from './read-as.ts';
import { pageClock } from '../../async/index.ts';
import type { FileFormat } from '../headless/file-rows.ts';

const files = new WeakMap<object, File>();

/** Keeps the file as long as its result lives. */
function withFile<Answer extends object>(answer: Answer, file: File): Answer {
  files.set(answer, file);
  return answer;
}

/** The file of a result of `readImeiCsv` or `readNotificationCsv`; else undefined. */
export const chosenFileOf = (answer: object): File | undefined => files.get(answer);

/** The chosen file if all its rows are used, to be uploaded unchanged (D26a); undefined if a copy is needed. */
export function wholeFileOf(answer: ImeiFile): File | undefined {
  const { total, valid } = answer.totals;
  const file = chosenFileOf(answer);
  if (!file || total !== valid || answer.workbook !== undefined || answer.isRewritten) return undefined;
  return readingOf(file).as === 'list' ? undefined : file;
}

/**
 * Reads a chosen file of IMEIs without blocking the page: CSV with the columns sno, imei1, an Excel workbook, or a
 * pasted list (B1 to B4, D10, D10a, D10b, D13, D14). Faults of the file are part of the answer; throws only for a bug.
 */
export async function readImeiCsv(file: File, options: BrowserReadOptions = {}): Promise<ImeiFileAnswer> {
  return withFile(unpackImeiAnswer(await readInBrowser('imei', file, options)), file);
}

/**
 * Reads a chosen file of the columns sno, name, imei1, amount, date, template without blocking the page (T4, B3, B4,
 * D10, D13, D14). Faults of the file are part of the answer; throws only for a bug.
 */
export async function readNotificationCsv(
  file: File,
  options: BrowserReadOptions = {},
): Promise<NotificationFileAnswer> {
  return withFile(unpackNotificationAnswer(await readInBrowser('notification', file, options)), file);
}

/** Options of a reading. */
export interface BrowserReadOptions extends FileOptions {
  /** Called with the bytes read so far. */
  readonly onProgress?: ((bytesRead: number) => void) | undefined;
  /** Ends the reading with `{ kind: 'cancelled' }`. */
  readonly signal?: AbortSignal | undefined;
}

export interface WorkerTask extends FileOptions {
  readonly format: FileFormat;
  readonly file: File;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytesRead: number }
  | { readonly kind: 'answer'; readonly answer: PackedAnswer }
  | { readonly kind: 'bug'; readonly message: string };

/** A workbook is read in one go; on the page itself, only an instant's worth. */
const MOST_UNPACKED_ON_PAGE = 2 * 1024 * 1024;

/** True if the code for workbooks must read it. What cannot be read is none; its reader says why. */
async function isWorkbook({ file, as }: WorkerTask): Promise<boolean> {
  if (as === 'table') return true;
  return headOf(fileSource(file)).then(
    (head) => containerOf(head) !== 'text',
    () => false,
  );
}

function startWorker(forWorkbook: boolean): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return forWorkbook
      ? new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  } catch (error) {
    // A page with a stricter policy, or from another origin, may not start workers; it then reads the file itself.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function readOnPage({ format, file, ...wanted }: WorkerTask, options: BrowserReadOptions): Promise<PackedAnswer> {
  return readPackedFile(format, fileSource(file), {
    ...pageClock,
    ...wanted,
    onProgress: options.onProgress,
    isCancelled: () => options.signal?.aborted === true,
    mostUnpacked: MOST_UNPACKED_ON_PAGE,
    workbookReader: async () => (await import('../headless/workbook/read-workbook.ts')).readWorkbook,
  });
}

function readInWorker(worker: Worker, task: WorkerTask, options: BrowserReadOptions): Promise<PackedAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<WorkerMessage>) => {
      const message = event.data;
      if (message.kind === 'progress') options.onProgress?.(message.bytesRead);
      else if (message.kind === 'answer') resolve(message.answer);
      else reject(new Error(`Reading ${task.file.name} failed inside the console: ${message.message}`));
    };
    // The worker's script did not load, as after a redeploy: the page reads the file itself.
    worker.onerror = () => resolve(readOnPage(task, options));
    worker.postMessage(task);
  });
}

/**
 * Reads a chosen file in a worker, or in slices on the page. Faults of the file are part of the result. Answers a
 * cancellation at once, even while the disk does not respond.
 */
function readInBrowser(format: FileFormat, file: File, options: BrowserReadOptions): Promise<PackedAnswer> {
  const { signal, limits, table, as, encoding, repairs } = { ...readingOf(file), ...options };
  const cancelled = new Promise<PackedAnswer>((resolve) => {
    const cancel = (): void => resolve({ kind: 'cancelled' });
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
  const task: WorkerTask = { format, file, limits, table, as, encoding, repairs };
  let worker: Worker | null = null;
  const answer = isWorkbook(task).then((forWorkbook) => {
    if (signal?.aborted === true) return cancelled;
    worker = startWorker(forWorkbook);
    return worker ? readInWorker(worker, task, options) : readOnPage(task, options);
  });
  return Promise.race([cancelled, answer]).finally(() => worker?.terminate());
}
