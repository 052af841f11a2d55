import { failureText } from '@device-console/shared-lib/console';
import { createListeners } from '@device-console/shared-lib/console/host';
import type { UsableRegistry } from '@device-console/shared-lib/trust';

/** A failed refresh keeps the previous registry. */
export type RegistryState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      readonly registry: UsableRegistry;
      /** Why no registry could be read since the page loaded; this one was accepted earlier. */
      readonly unread?: string;
    }
  | { readonly status: 'failed'; readonly message: string };

export interface LastRead {
  /** When a read last succeeded, in milliseconds since the epoch; null if none has. */
  readonly at: number | null;
  /** Why the last read failed; null if it succeeded, or before the first. */
  readonly failure: string | null;
}

export type RegistryStore = ReturnType<typeof createRegistryStore>;

export interface RegistrySource {
  /** Started by the boot script. */
  readonly first: Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /**
   * Reads the entries, checks their signatures and leaves out withdrawn canaries. Throws if the document is not a
   * registry.
   */
  readonly examine: (document: unknown) => Promise<UsableRegistry>;
  /** What this browser accepted earlier; used while no registry can be read. */
  readonly remembered?: (() => Promise<UsableRegistry>) | undefined;
  /** Waited for: until it is known which previews this operator tries, the live releases would show first. */
  readonly lookForPreviews?: ((registry: UsableRegistry) => Promise<void>) | undefined;
}

/** An unchanged document is checked again then, because its dates may have passed. */
const EXAMINE_EVERY_MS = 3_600_000;

/** If reads overlap, the one that started last counts. An unchanged document is checked again only after an hour. */
export function createRegistryStore({ first, read, examine, remembered, lookForPreviews }: RegistrySource) {
  let state: RegistryState = { status: 'loading' };
  let lastRead: LastRead = { at: null, failure: null };
  let begun = 0;
  let shownText = '';
  let examinedAt = -Infinity;
  const { subscribe, notify } = createListeners();
  const show = (next: RegistryState): void => {
    state = next;
    lastRead = { at: Date.now(), failure: null };
    notify();
  };
  const failed = (message: string, known: UsableRegistry | undefined): void => {
    if (known && known.entries.length > 0) state = { status: 'ready', registry: known, unread: message };
    else if (state.status !== 'ready') state = { status: 'failed', message };
    lastRead = { ...lastRead, failure: message };
    notify();
  };
  const readNext = async (coming: Promise<unknown>): Promise<void> => {
    begun += 1;
    const turn = begun;
    try {
      const document = await coming;
      const text = JSON.stringify(document);
      if (state.status === 'ready' && text === shownText && Date.now() - examinedAt < EXAMINE_EVERY_MS) {
        if (turn === begun) show(state);
        return;
      }
      const registry = await examine(document);
      await lookForPreviews?.(registry);
      if (turn < begun) return;
      shownText = text;
      examinedAt = Date.now();
      show({ status: 'ready', registry });
    } catch (error) {
      const known = state.status === 'ready' ? undefined : await remembered?.();
      if (turn === begun) failed(failureText(error), known);
    }
  };
  void readNext(first);
  return {
    subscribe,
    getSnapshot: (): RegistryState => state,
    /** Changes with every read, even one without news, and calls the listeners. */
    getLastRead: (): LastRead => lastRead,
    /** Never rejects; the state has the result. */
    refresh: (): Promise<void> => readNext(read()),
  };
}
