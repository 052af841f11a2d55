import type { FileLimits } from '../headless/file-limits.ts';
import type { FileFormat } from '../headless/file-formats.ts';
import type { PackedAnswer } from '../headless/packed-answer.ts';

/** What the page asks of the reading worker. */
export interface WorkerTask {
  readonly format: FileFormat;
  readonly file: File;
  readonly limits: FileLimits | undefined;
  readonly table: number | undefined;
}

/** What the reading worker posts to the page. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytesRead: number }
  | { readonly kind: 'answer'; readonly answer: PackedAnswer }
  | { readonly kind: 'bug'; readonly message: string };
