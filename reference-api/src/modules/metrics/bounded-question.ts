import { setTimeout } from 'node:timers/promises';

export type Reply<Answer> =
  | { readonly status: 'answered'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'late' };

/** Asks with a time limit. Callers share an open question, so a source that never answers is asked only once. */
export function createBoundedQuestion<Answer>(
  ask: () => Promise<Answer>,
  milliseconds: number,
): () => Promise<Reply<Answer>> {
  let open: Promise<Reply<Answer>> | undefined;
  return async () => {
    open ??= ask()
      .then(
        (answer): Reply<Answer> => ({ status: 'answered', answer }),
        (error: unknown): Reply<Answer> => ({ status: 'failed', error }),
      )
      .finally(() => {
        open = undefined;
      });
    const answered = new AbortController();
    const late = setTimeout<Reply<Answer>>(milliseconds, { status: 'late' }, { signal: answered.signal });
    // An answer aborts this timer; the rejection must not be unhandled.
    late.catch(() => undefined);
    return Promise.race([open, late]).finally(() => answered.abort());
  };
}
