import { failureText } from '@device-console/shared-lib/console';
import { createListeners } from '@device-console/shared-lib/console/host';
import type { UsableRegistry } from '@device-console/shared-lib/trust';

/** The registry as the console knows it. A failed refresh keeps the previous one. */
export type RegistryState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      readonly registry: UsableRegistry;
      /** Why none could be read since the page loaded; this one was accepted by the browser earlier. */
      readonly unread?: string;
    }
  | { readonly status: 'failed'; readonly message: string };

/** The result of the latest read of the registry; times are milliseconds since 1970. */
export type LastRead =
  | { readonly status: 'none' }
  | { readonly status: 'read'; readonly at: number }
  | { readonly status: 'failed'; readonly at: number; readonly message: string; readonly readAt: number | null };

/** Holds the registry for React's useSyncExternalStore. */
export interface RegistryStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => RegistryState;
  /** Changes with every read, even one without news; each calls the listeners. */
  readonly getLastRead: () => LastRead;
  /** Reads the registry again. Never rejects; the state has the result. */
  readonly refresh: () => Promise<void>;
}

/** Where the registry comes from, and who decides which entries may be used. */
export interface RegistrySource {
  /** The read that the boot script has started. */
  readonly first: Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /**
   * Reads the entries, checks their signatures and leaves out withdrawn canaries. Throws if the document is not a
   * registry.
   */
  readonly examine: (document: unknown) => Promise<UsableRegistry>;
  /** What this browser accepted earlier; used while no registry can be read. */
  readonly remembered?: (() => Promise<UsableRegistry>) | undefined;
  /** The clock, in milliseconds since 1970; by default the computer's. */
  readonly now?: (() => number) | undefined;
}

/** How long until an unchanged document is checked again, because the dates in it may have passed. */
const EXAMINE_EVERY_MS = 3_600_000;

/**
 * Makes the store. If reads overlap, the one that started last counts. An unchanged document is checked again only
 * after an hour.
 */
export function createRegistryStore({
  first,
  read,
  examine,
  remembered,
  now = Date.now,
}: RegistrySource): RegistryStore {
  let state: RegistryState = { status: 'loading' };
  let lastRead: LastRead = { status: 'none' };
  let readAt: number | null = null;
  let begun = 0;
  let shownText = '';
  let examinedAt = -Infinity;
  const { subscribe, notify } = createListeners();
  const show = (next: RegistryState): void => {
    state = next;
    lastRead = { status: 'read', at: (readAt = now()) };
    notify();
  };
  const failed = (message: string, known: UsableRegistry | undefined): void => {
    if (known && known.entries.length > 0) state = { status: 'ready', registry: known, unread: message };
    else if (state.status !== 'ready') state = { status: 'failed', message };
    lastRead = { status: 'failed', at: now(), message, readAt };
    notify();
  };
  const readNext = async (coming: Promise<unknown>): Promise<void> => {
    begun += 1;
    const turn = begun;
    try {
      const document = await coming;
      const text = JSON.stringify(document);
      if (state.status === 'ready' && text === shownText && now() - examinedAt < EXAMINE_EVERY_MS) {
        if (turn === begun) show(state);
        return;
      }
      const registry = await examine(document);
      if (turn < begun) return;
      shownText = text;
      examinedAt = now();
      show({ status: 'ready', registry });
    } catch (error) {
      const known = state.status === 'ready' ? undefined : await remembered?.();
      if (turn === begun) failed(failureText(error), known);
    }
  };
  void readNext(first);
  return {
    subscribe,
    getSnapshot: () => state,
    getLastRead: () => lastRead,
    refresh: () => readNext(read()),
  };
}
