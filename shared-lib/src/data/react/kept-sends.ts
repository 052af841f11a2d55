import type { DBSchema, IDBPDatabase } from 'idb';
import * as v from 'valibot';
import { openDatabase } from '../../async/open-database.ts';
import { EnvelopeError, type EnvelopeCodec, type SealedBody } from '../../crypto/index.ts';
import type { Sent } from './sent.ts';

/** What is kept of a sending that may have reached the server. */
type KeptSending = Pick<Sent, 'id' | 'key' | 'digest' | 'at' | 'since' | 'about'>;

/** Where sendings are kept whose outcome is unknown, for one session (D2e). */
export interface KeptSends {
  /** Those of this session; deletes all others. */
  readonly load: () => Promise<readonly KeptSending[]>;
  /** False once a page of this browser has learnt its outcome; true where nothing can be kept. */
  readonly has: (id: string) => Promise<boolean>;
  readonly put: (sending: KeptSending) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** For a browser that stores nothing, and for tests: they are known until the page is left. */
export const keptNowhere: KeptSends = {
  load: async () => [],
  has: async () => true,
  put: async () => undefined,
  remove: async () => undefined,
  clear: async () => undefined,
};

interface KeptSchema extends DBSchema {
  sendings: { key: string; value: SealedBody };
}

const DATABASE_NAME = 'device-console-sends';

const keptText = v.object({
  session: v.string(),
  key: v.string(),
  digest: v.string(),
  at: v.number(),
  since: v.number(),
  about: v.nullable(
    v.object({
      command: v.string(),
      // Not in what an earlier version has kept.
      action: v.optional(v.string()),
      target: v.string(),
      source: v.string(),
      remote: v.nullable(v.string()),
    }),
  ),
});

/** A power cut loses nothing that was sent. */
const strict: IDBTransactionOptions = { durability: 'strict' };

interface KeptSendsPorts {
  readonly codec: EnvelopeCodec | Promise<EnvelopeCodec>;
  /** Differs for each login. */
  readonly session: () => string;
  readonly name?: string;
  /** Milliseconds that a command waits for the browser's storage at most. */
  readonly limitMs?: number;
}

/** A page that the browser froze while it opened the database can keep every later page from it for good. */
const LIMIT_MS = 2_000;

/**
 * Keeps them in IndexedDB, sealed as the stored session is: readable are only their number and ids. Where the browser
 * stores nothing, or no more, a sending is known until the page is left; of blocked storage the console tells.
 */
export function keptInBrowser({ codec, session, name = DATABASE_NAME, limitMs = LIMIT_MS }: KeptSendsPorts): KeptSends {
  const opened = withinTime(openKept(name), null, limitMs);
  /** Which the browser did not store: known to this page alone. */
  const unstored = new Set<string>();

  async function within<Result>(
    work: (database: IDBPDatabase<KeptSchema>) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> {
    const done = opened.then((database) => (database ? unlessRefused(() => work(database), otherwise) : otherwise));
    return withinTime(done, otherwise, limitMs);
  }

  async function openSealed(sealed: SealedBody): Promise<KeptSending | null> {
    const id = sealed.transactionId;
    try {
      const { session: owner, ...sending } = v.parse(keptText, await (await codec).open(sealed, contextOf(id)));
      return owner === session() ? { id, ...sending } : null;
    } catch (error) {
      // Of another version, or sealed with a key that has changed since.
      if (error instanceof EnvelopeError || error instanceof v.ValiError) return null;
      throw error;
    }
  }

  return {
    load: () =>
      within(async (database) => {
        const found: KeptSending[] = [];
        for (const sealed of await database.getAll('sendings')) {
          const sending = await openSealed(sealed);
          if (sending) found.push(sending);
          else await database.delete('sendings', sealed.transactionId);
        }
        return found;
      }, []),
    has: async (id) =>
      unstored.has(id) || within(async (database) => (await database.getKey('sendings', id)) !== undefined, true),
    async put({ id, key, digest, at, since, about }) {
      const owner = session();
      const isStored = await within(async (database) => {
        const sealed = await (await codec).seal({ session: owner, key, digest, at, since, about }, contextOf(id));
        const transaction = database.transaction('sendings', 'readwrite', strict);
        await Promise.all([transaction.store.put(sealed), transaction.done]);
        return true;
      }, false);
      if (isStored) unstored.delete(id);
      else unstored.add(id);
    },
    remove: (id) => within((database) => database.delete('sendings', id), undefined),
    clear: () => within((database) => database.clear('sendings'), undefined),
  };
}

const contextOf = (transactionId: string) =>
  ({ direction: 'request', method: 'POST', path: 'sends', transactionId }) as const;

/** Resolves with `otherwise` if it takes longer. */
async function withinTime<Result>(work: Promise<Result>, otherwise: Result, limitMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the browser refuses, such as for want of room, must not keep a command from being sent. */
async function unlessRefused<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

const openKept = (name: string): Promise<IDBPDatabase<KeptSchema> | null> =>
  unlessRefused<IDBPDatabase<KeptSchema> | null>(
    () =>
      openDatabase<KeptSchema>(name, {
        create: (fresh) => void fresh.createObjectStore('sendings', { keyPath: 'transactionId' }),
      }),
    null,
  );
