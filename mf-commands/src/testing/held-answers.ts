import { waitFor } from '@testing-library/react';

/** A call of the fake server whose answers a test gives one by one, in their order. */
export interface HeldAnswers {
  readonly call: () => Promise<{ status: 'success'; message: string }>;
  /** Waits for the next request and returns it. */
  readonly answer: () => Promise<void>;
}

/** A call that is answered with this message once the test says so. */
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
