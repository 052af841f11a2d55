import { setTimeout } from 'node:timers/promises';

/** The result of a question: its answer, the failure, or that it is late. */
export type Reply<Answer> =
  | { readonly status: 'answered'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'late' };

/**
 * Asks within a time. Who asks while a question is open waits for the same one, so that somebody who never answers is
 * asked once.
 */
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
    // The answer aborts it, and then nobody waits for it.
    late.catch(() => undefined);
    return Promise.race([open, late]).finally(() => answered.abort());
  };
}
