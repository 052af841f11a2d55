import type { SliceClock } from './slices.ts';
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

/** Typed without the DOM: the server runs this too. */
interface Platform {
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
}

/** Lets the page handle input and painting. Continues in a new task, which background tabs do not slow down. */
export function yieldNow(): Promise<void> {
  const scope: unknown = globalThis;
  const { MessageChannel } = scope as Platform;
  return new Promise((resolve) => {
    if (MessageChannel === undefined) {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The clock of a page or worker for work in slices. */
export const pageClock: SliceClock = { now: () => performance.now(), yieldNow };
