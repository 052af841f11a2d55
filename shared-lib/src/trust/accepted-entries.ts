import * as v from 'valibot';

/** As much of localStorage as the record of accepted entries needs. */
export interface AcceptedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** What this browser knows of one remote: entries as they were read, so that their signatures can be checked again. */
const acceptedEntry = v.object({
  /** The highest sequence that was ever accepted; an entry below it is an old one put back. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  entry: v.looseObject({}),
  /** True once a screen of `entry` was shown. */
  proven: v.boolean(),
  /** The last proven entry before it: what to fall back to when `entry` fails here. */
  previous: v.nullable(v.looseObject({})),
});
type AcceptedEntry = v.InferOutput<typeof acceptedEntry>;

/** The record of what this browser has accepted of the registry, by remote. */
export interface AcceptedEntries {
  readonly of: (id: string) => AcceptedEntry | null;
  /** Records an accepted entry; the proven one before it stays at hand. */
  readonly accept: (id: string, sequence: number, entry: Readonly<Record<string, unknown>>) => void;
  /** Records that a screen of the entry with this sequence was shown. */
  readonly prove: (id: string, sequence: number) => void;
}

const KEY = 'console:acceptedRemotes';

/**
 * Keeps the record in `storage`. A damaged record counts as none, for each remote apart; a storage that refuses to write
 * costs the memory and nothing else.
 */
export function createAcceptedEntries(storage: AcceptedStorage): AcceptedEntries {
  const known = read(storage);
  const write = (id: string, next: AcceptedEntry): void => {
    known.set(id, next);
    try {
      storage.setItem(KEY, JSON.stringify(Object.fromEntries(known)));
    } catch (error) {
      // A full or closed storage: this page goes on with what it has in memory.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return {
    of: (id) => known.get(id) ?? null,
    accept: (id, sequence, entry) => {
      const before = known.get(id);
      if (before?.sequence === sequence && JSON.stringify(before.entry) === JSON.stringify(entry)) return;
      write(id, { sequence, entry: { ...entry }, proven: false, previous: before ? (before.proven ? before.entry : before.previous) : null });
    },
    prove: (id, sequence) => {
      const now = known.get(id);
      if (now?.sequence === sequence && !now.proven) write(id, { ...now, proven: true });
    },
  };
}

function read(storage: AcceptedStorage): Map<string, AcceptedEntry> {
  const document = v.safeParse(v.record(v.string(), v.unknown()), parse(storage.getItem(KEY) ?? '{}'));
  const entries = Object.entries(document.success ? document.output : {}).flatMap(([id, candidate]) => {
    const entry = v.safeParse(acceptedEntry, candidate);
    return entry.success ? [[id, entry.output] as const] : [];
  });
  return new Map(entries);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no record.
    return null;
  }
}
