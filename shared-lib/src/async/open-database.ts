import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** What happens to an open database besides. */
export interface DatabaseOptions<Schema extends DBSchema> extends Pick<
  OpenDBCallbacks<Schema>,
  'blocking' | 'terminated'
> {
  /** Makes the stores of a new database. */
  readonly create: (fresh: IDBPDatabase<Schema>) => void;
}

/**
 * Opens a database of IndexedDB, at version 1. A page that is left while the database is first made gives that up, with
 * an AbortError: WebKit would freeze it with the database half made, and every later page of the browser would wait.
 */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  { create, ...callbacks }: DatabaseOptions<Schema>,
): Promise<IDBPDatabase<Schema>> {
  let isLeft = false;
  let giveUp: (() => void) | null = null;
  const leave = (): void => {
    isLeft = true;
    giveUp?.();
  };
  const page = typeof window === 'undefined' ? null : window;
  page?.addEventListener('pagehide', leave);
  try {
    return await openDB<Schema>(name, 1, {
      ...callbacks,
      upgrade(fresh, _oldVersion, _newVersion, transaction) {
        // The opening rejects for it.
        transaction.done.catch(() => undefined);
        giveUp = () => transaction.abort();
        if (isLeft) giveUp();
        else create(fresh);
      },
    });
  } finally {
    giveUp = null;
    page?.removeEventListener('pagehide', leave);
  }
}
