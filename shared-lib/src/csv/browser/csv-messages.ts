import type { PackedAnswer } from '../headless/packed-answer.ts';

/** What the reading worker posts to the page. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytesRead: number }
  | { readonly kind: 'answer'; readonly answer: PackedAnswer }
  | { readonly kind: 'bug'; readonly message: string };
