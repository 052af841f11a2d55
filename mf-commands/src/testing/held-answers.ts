import { waitFor } from '@testing-library/react';

/** A call of the fake server; the test gives its answers one by one, in order. */
export interface HeldAnswers {
  readonly call: () => Promise<{ status: 'success'; message: string }>;
  /** Waits for the next request and returns it. */
  readonly answer: () => Promise<void>;
}

/** A call that is answered with this message when the test says so. */
export function heldAnswers(message: string): HeldAnswers {
  const waiting: (() => void)[] = [];
  return {
    call: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ status: 'success', message }));
      }),
    answer: async () => {
      await waitFor(() => expect(waiting).not.toHaveLength(0));
      waiting.shift()?.();
    },
  };
}
