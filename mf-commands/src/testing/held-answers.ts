import { waitFor } from '@testing-library/react';

/** The test gives the answers of a fake call one by one, in order. */
export interface HeldAnswers {
  readonly call: () => Promise<{ status: 'success'; message: string }>;
  /** Waits for the next request and returns it. */
  readonly answer: () => Promise<void>;
}

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
