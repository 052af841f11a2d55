import { createSubject, failureText } from '@device-console/shared-lib/console';

/** Code that is a file of its own, on its way or there. */
type CodeState<Code> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly code: Code }
  | { readonly status: 'failed'; readonly message: string };

/** Such code for React's useSyncExternalStore. */
export interface CodeHolder<Code> {
  /** Fetches the code, once; again after it failed. */
  readonly begin: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => CodeState<Code>;
}

/** Holds what `load` fetches once it is wanted. */
export function createCodeHolder<Code>(load: () => Promise<Code>): CodeHolder<Code> {
  const { subscribe, getSnapshot, set } = createSubject<CodeState<Code>>({ status: 'loading' });
  let isOnItsWay = false;
  return {
    begin: () => {
      if (isOnItsWay) return;
      isOnItsWay = true;
      if (getSnapshot().status === 'failed') set({ status: 'loading' });
      load().then(
        (code) => set({ status: 'ready', code }),
        (error: unknown) => {
          isOnItsWay = false;
          set({ status: 'failed', message: failureText(error) });
        },
      );
    },
    subscribe,
    getSnapshot,
  };
}

/** A holder of code that is there. */
export function heldCode<Code>(code: Code): CodeHolder<Code> {
  const state: CodeState<Code> = { status: 'ready', code };
  return { begin: () => undefined, subscribe: () => () => undefined, getSnapshot: () => state };
}
