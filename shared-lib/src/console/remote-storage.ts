import { useStore } from 'jotai';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { createListeners } from '../async/index.ts';
import { jsonOrNull, type StandardSchema } from '../contract/index.ts';
import { remoteDataPrefix, sessionAtom, sessionEnvironmentAtom, type StoragePort } from '../session/host.ts';
import { useSession } from './hooks.ts';
import { t } from '../i18n/own.ts';

/** The remote of a screen: given by the host around every screen, and by `renderScreen()` in tests. */
export const RemoteContext = createContext<{ readonly id: string } | null>(null);

/** Most characters that a remote may keep for one operator, keys and JSON texts together. */
export const REMOTE_STORAGE_LIMIT = 100_000;

export type { StandardSchema as StorageSchema };

/** Whether a value was kept; if not, why, as a sentence for the operator. The former value then stays. */
export type KeepOutcome =
  | { readonly status: 'kept' }
  | {
      readonly status: 'not-kept';
      /** `too-large`: above {@link REMOTE_STORAGE_LIMIT}. `browser-full`: refused. `session-over`: no session. */
      readonly reason: 'too-large' | 'browser-full' | 'session-over';
      readonly message: string;
    };

/** A value that a remote keeps in this browser. */
export interface RemoteStored<Value> {
  /** Null if there is none that the schema accepts. */
  readonly value: Value | null;
  /** Throws if the JSON does not fit the schema. */
  readonly keep: (value: Value) => KeepOutcome;
  readonly forget: () => void;
}

const changes = createListeners();

/** Includes changes by other tabs. */
function subscribe(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** The value that a JSON is by its schema; null: it does not fit. */
function parsed<Value>(schema: StandardSchema<Value>, json: unknown): { readonly value: Value } | null {
  const result = schema['~standard'].validate(json);
  if (result instanceof Promise) throw new TypeError('useRemoteStorage() needs a schema that is not asynchronous.');
  return result.issues === undefined ? result : null;
}

function readText<Value>(schema: StandardSchema<Value>, text: string | null): Value | null {
  return text === null ? null : (parsed(schema, jsonOrNull(text))?.value ?? null);
}

function jsonOf<Value>(schema: StandardSchema<Value>, value: Value): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined || !parsed(schema, JSON.parse(text)))
    throw new TypeError(
      'useRemoteStorage() keeps JSON: this value does not fit its schema once it has been written as JSON.',
    );
  return text;
}

function sizeWith(storage: StoragePort, prefix: string, key: string, text: string): number {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const others = keys.filter((other) => other.startsWith(prefix) && other !== key);
  const kept = others.reduce((total, other) => total + other.length + (storage.getItem(other)?.length ?? 0), 0);
  return kept + key.length + text.length;
}

const notKept = (reason: Extract<KeepOutcome, { status: 'not-kept' }>['reason'], message: string): KeepOutcome => ({
  status: 'not-kept',
  reason,
  message,
});

function write(storage: StoragePort, prefix: string, key: string, text: string): KeepOutcome {
  const size = sizeWith(storage, prefix, key, text);
  if (size > REMOTE_STORAGE_LIMIT) {
    return notKept(
      'too-large',
      t(
        "This was not kept in the browser: with it this screen's team would keep {size} characters, more than {limit}.",
        { size, limit: REMOTE_STORAGE_LIMIT },
      ),
    );
  }
  try {
    storage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return notKept('browser-full', t("Not saved: the browser's storage for this console is full or switched off."));
  }
  changes.notify();
  return { status: 'kept' };
}

/**
 * A value that the screen's remote stores in this browser for this operator under `key`, such as chosen columns. No
 * other remote or operator sees it, and it is removed when the session ends: by logout, expiry, or 'Authorization
 * Failed'. It is not sealed, so never store data of customers or devices. Make the schema outside the component, so
 * that the value stays the same between renders. Screens and tabs that show the same value follow each other.
 */
export function useRemoteStorage<Value>(key: string, schema: StandardSchema<Value>): RemoteStored<Value> {
  const store = useStore();
  const remote = useContext(RemoteContext);
  if (!remote)
    throw new Error(
      "useRemoteStorage() belongs into a remote's screen: render it in the console, or by renderScreen() of " +
        'shared-lib/testing.',
    );
  const { email } = useSession();
  const prefix = remoteDataPrefix(email, remote.id);
  const { storage } = store.get(sessionEnvironmentAtom);
  const place = `${prefix}${key}`;
  const text = useSyncExternalStore(subscribe, () => storage.getItem(place));
  const value = useMemo(() => readText(schema, text), [schema, text]);
  const keep = useCallback(
    (next: Value): KeepOutcome => {
      const json = jsonOf(schema, next);
      const isOver = store.get(sessionAtom)?.email !== email;
      return isOver
        ? notKept('session-over', t('Not saved: the session has ended.'))
        : write(storage, prefix, place, json);
    },
    [schema, store, email, storage, prefix, place],
  );
  const forget = useCallback(() => {
    storage.removeItem(place);
    changes.notify();
  }, [storage, place]);
  return { value, keep, forget };
}
