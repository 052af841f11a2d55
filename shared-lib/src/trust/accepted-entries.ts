import * as v from 'valibot';
import { jsonOrNull } from '../contract/index.ts';

/** The part of localStorage that is used. */
export interface AcceptedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** What this browser knows of one remote: entries as read, so that their signatures can be checked again. */
const acceptedEntry = v.object({
  /** The registry's epoch then. */
  epoch: v.number(),
  /** The highest sequence ever accepted; a lower entry is an old one put back. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  entry: v.looseObject({}),
  /** A screen of `entry` was shown. */
  proven: v.boolean(),
  /** The last proven entry before it, to fall back to if `entry` fails here. */
  previous: v.nullable(v.looseObject({})),
});
type AcceptedEntry = v.InferOutput<typeof acceptedEntry>;

/** By remote; a damaged one is null. */
const acceptedEntries = v.record(v.string(), v.fallback(v.nullable(acceptedEntry), null));

/** What this browser has accepted of the registry, by remote. */
export interface AcceptedEntries {
  readonly of: (id: string) => AcceptedEntry | null;
  /** Records an accepted entry; keeps the proven one before it. */
  readonly accept: (id: string, sequence: number, entry: Readonly<Record<string, unknown>>) => void;
  /** Records that a screen of this entry was shown. */
  readonly prove: (id: string, sequence: number) => void;
  /** The remotes of the last registry read. */
  readonly listed: () => readonly string[];
  readonly list: (ids: readonly string[]) => void;
}

// Without the prefix that a logout or the wallpaper action clears: it protects this browser, whoever logs in.
const ENTRIES_KEY = 'registry:accepted';
const LISTED_KEY = 'registry:listed';

/**
 * Keeps the record in `storage`, for one epoch: entries of other epochs and damaged records do not count. If the
 * storage refuses to write, only the memory is lost.
 */
export function createAcceptedEntries(storage: AcceptedStorage, epoch: number): AcceptedEntries {
  const read = <Schema extends v.GenericSchema>(schema: Schema, key: string): v.InferOutput<Schema> | undefined => {
    const record = v.safeParse(schema, jsonOrNull(storage.getItem(key)));
    return record.success ? record.output : undefined;
  };
  const known = new Map(Object.entries(read(acceptedEntries, ENTRIES_KEY) ?? {}));
  const write = (id: string, next: AcceptedEntry): void => {
    known.set(id, next);
    store(storage, ENTRIES_KEY, Object.fromEntries(known));
  };
  const of = (id: string): AcceptedEntry | null => {
    const found = known.get(id);
    return found?.epoch === epoch ? found : null;
  };
  const listed = (): readonly string[] => read(v.array(v.string()), LISTED_KEY) ?? [];
  return {
    of,
    accept: (id, sequence, entry) => {
      const before = of(id);
      if (before?.sequence === sequence && JSON.stringify(before.entry) === JSON.stringify(entry)) return;
      const previous = before?.proven ? before.entry : (before?.previous ?? null);
      write(id, { epoch, sequence, entry: { ...entry }, proven: false, previous });
    },
    prove: (id, sequence) => {
      const now = of(id);
      if (now?.sequence === sequence && !now.proven) write(id, { ...now, proven: true });
    },
    listed,
    list: (ids) => {
      if (ids.join() !== listed().join()) store(storage, LISTED_KEY, ids);
    },
  };
}

function store(storage: AcceptedStorage, key: string, record: object): void {
  try {
    storage.setItem(key, JSON.stringify(record));
  } catch (error) {
    // The storage is full or closed: continue in memory.
    if (!(error instanceof DOMException)) throw error;
  }
}
