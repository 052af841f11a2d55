import { setTimeout } from 'node:timers/promises';

export class Late extends Error {}

/** Rejects with Late after a time. Callers share an open question: a source that never answers is asked once. */
export function createBoundedQuestion<Answer>(ask: () => Promise<Answer>, milliseconds: number): () => Promise<Answer> {
  let open: Promise<Answer> | undefined;
  return async () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    const answered = new AbortController();
    const late = setTimeout(milliseconds, undefined, { signal: answered.signal }).then(() => {
      throw new Late();
    });
    // An answer aborts this timer; the rejection must not be unhandled.
    late.catch(() => undefined);
    return Promise.race([open, late]).finally(() => answered.abort());
  };
}
