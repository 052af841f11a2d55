import type { RegistryNotice, RegistryProblem } from '@device-console/shared-lib/trust';
import type { ChosenRelease, ReleaseSource } from '../releases/release.ts';
import type { RemoteLoadError, RemoteFailure } from '../releases/remote-load-error.ts';

/** How far a remote is on this page. Times are milliseconds since 1970. */
export type RemoteState =
  | { readonly status: 'not-loaded' }
  | { readonly status: 'loading'; readonly since: number }
  | { readonly status: 'ready'; readonly at: number }
  | {
      readonly status: 'failed';
      readonly at: number;
      readonly reason: RemoteFailure;
      readonly detail: string;
      readonly attempts: number;
    };

/** What the registry gave occasion for: a refused entry, or one that is used though not all is as it should be. */
export type RegistryReason = 'refused' | RegistryNotice['about'];

/** What each of them is called. */
export const registryReasons: Readonly<Record<RegistryReason, string>> = {
  refused: 'Its registry entry was refused',
  names: 'Part of it is not shown',
  expiry: 'Its registry entry is past its date',
};

/** An error of a remote's code that nobody caught: its screen stays. */
export type UncaughtKind = 'uncaught-error' | 'unhandled-rejection';

/** A load or failure, as it happens, with the remote as it was then. */
export interface RemoteHappening {
  readonly record: RemoteRecord;
  /** '' where none is known. */
  readonly screenId: string;
  readonly outcome:
    { readonly status: 'loaded'; readonly ms: number } | { readonly status: 'failed'; readonly error: RemoteLoadError };
}

/** Something that went wrong with a remote, when, and with which version. */
export interface RemoteEvent {
  readonly at: number;
  readonly version: string;
  readonly reason: RemoteFailure | UncaughtKind | RegistryReason;
  readonly detail: string;
}

/** All that this page knows of one remote. */
export interface RemoteRecord {
  readonly id: string;
  readonly owner: string;
  readonly version: string;
  readonly sequence: number;
  /** Address of the build's folder. */
  readonly baseUrl: string;
  readonly source: ReleaseSource | 'none';
  /** Which key signed its entry. */
  readonly keyId: string | null;
  /** When it was published, ISO 8601; '' as long as none is in use. */
  readonly publishedAt: string;
  readonly state: RemoteState;
  /** Milliseconds that the entry took to load; null as long as it was not loaded. */
  readonly entryMs: number | null;
  /**
   * Milliseconds that each screen, panel and column took on its first load, by the name that its part rule gives it.
   */
  readonly screenMs: Readonly<Record<string, number>>;
  /** Range by share key that the build requires of this console; that of the API's version under `API`. */
  readonly requires: Readonly<Record<string, string>>;
  /** The last failures and refusals, newest last; at most 20. */
  readonly events: readonly RemoteEvent[];
}

/** How many events of each remote are kept. */
export const EVENTS_KEPT = 20;

/** What happened to remotes on this page, for the operator of the platform. */
export interface RemoteLog {
  readonly subscribe: (listener: () => void) => () => void;
  /** By id; the same object as long as nothing happened. */
  readonly getSnapshot: () => readonly RemoteRecord[];
  /** These releases are used from now on; one that another has replaced begins anew. */
  readonly uses: (releases: readonly ChosenRelease[]) => void;
  /** Entries that were refused; each reason once. */
  readonly refused: (problems: readonly RegistryProblem[]) => void;
  /** What is not as it should be with remotes that are used; each of it once. */
  readonly noticed: (notices: readonly RegistryNotice[]) => void;
  readonly loading: (id: string) => void;
  readonly entryLoaded: (id: string, milliseconds: number) => void;
  readonly screenLoaded: (id: string, screenId: string, milliseconds: number) => void;
  readonly failed: (id: string, error: RemoteLoadError, screenId?: string) => void;
  /** An error that nobody caught, of this version. */
  readonly uncaught: (id: string, version: string, kind: UncaughtKind, detail: string) => void;
  /** Tells of loads and failures as they happen; returns a function that ends it. */
  readonly watch: (listener: (happening: RemoteHappening) => void) => () => void;
}

/** Makes an empty log; `now` is the clock, in milliseconds since 1970. */
export function createRemoteLog(now: () => number): RemoteLog {
  const records = new Map<string, RemoteRecord>();
  const listeners = new Set<() => void>();
  const watchers = new Set<(happening: RemoteHappening) => void>();
  let snapshot: readonly RemoteRecord[] = [];
  const changed = (): void => {
    snapshot = [...records.values()].toSorted((left, right) => left.id.localeCompare(right.id));
    for (const listener of listeners) listener();
  };
  const change = (id: string, next: (record: RemoteRecord) => RemoteRecord): void => {
    records.set(id, next(records.get(id) ?? unknownRemote(id)));
    changed();
  };
  /** An event that is no failure, unless it is the last of its kind already. */
  const note = (id: string, reason: RegistryReason, detail: string): void => {
    const last = records.get(id)?.events.findLast((event) => event.reason === reason);
    if (last?.detail === detail) return;
    change(id, (record) => withEvent(record, { at: now(), version: record.version, reason, detail }));
  };
  const happened = (id: string, screenId: string, outcome: RemoteHappening['outcome']): void => {
    const record = records.get(id) ?? unknownRemote(id);
    for (const watcher of watchers) watcher({ record, screenId, outcome });
  };
  return {
    watch: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    uses: (releases) => {
      for (const release of releases) {
        const before = records.get(release.id);
        if (
          before?.baseUrl !== release.baseUrl ||
          before.source !== release.source ||
          before.sequence !== release.sequence
        )
          records.set(release.id, recordOf(release, before));
      }
      for (const [id, { source }] of records)
        if (source !== 'none' && !releases.some((release) => release.id === id)) records.delete(id);
      changed();
    },
    refused: (problems) => {
      for (const { id, message } of problems) note(id, 'refused', message);
    },
    noticed: (notices) => {
      for (const { id, about, message } of notices) note(id, about, message);
    },
    loading: (id) =>
      change(id, (record) =>
        record.state.status === 'ready' ? record : { ...record, state: { status: 'loading', since: now() } },
      ),
    entryLoaded: (id, entryMs) => change(id, (record) => ({ ...record, entryMs })),
    screenLoaded: (id, screenId, ms) => {
      change(id, (record) => ({
        ...record,
        state: { status: 'ready', at: now() },
        screenMs: { [screenId]: ms, ...record.screenMs },
      }));
      happened(id, screenId, { status: 'loaded', ms });
    },
    failed: (id, error, screenId = '') => {
      const { failure: reason, detail } = error;
      change(id, (record) => {
        const attempts =
          record.events.filter((event) => keptFromComing(event) && event.version === record.version).length + 1;
        const event = { at: now(), version: record.version, reason, detail };
        return withEvent({ ...record, state: { status: 'failed', at: event.at, reason, detail, attempts } }, event);
      });
      happened(id, screenId, { status: 'failed', error });
    },
    uncaught: (id, version, reason, detail) =>
      change(id, (record) => withEvent(record, { at: now(), version, reason, detail })),
  };
}

function keptFromComing({ reason }: RemoteEvent): boolean {
  return !(reason in registryReasons) && reason !== 'uncaught-error' && reason !== 'unhandled-rejection';
}

function withEvent(record: RemoteRecord, event: RemoteEvent): RemoteRecord {
  return { ...record, events: [...record.events, event].slice(-EVENTS_KEPT) };
}

function unknownRemote(id: string): RemoteRecord {
  return {
    id,
    owner: '',
    version: '',
    sequence: 0,
    baseUrl: '',
    source: 'none',
    keyId: null,
    publishedAt: '',
    state: { status: 'not-loaded' },
    entryMs: null,
    screenMs: {},
    requires: {},
    events: [],
  };
}

function recordOf(
  { id, sequence, baseUrl, source, keyId, publishedAt, declaration }: ChosenRelease,
  before: RemoteRecord | undefined,
): RemoteRecord {
  const { owner, version, contract, shared, apiVersion } = declaration;
  const own = Object.fromEntries(
    Object.entries(contract).map(([subpath, range]) => [`@device-console/shared-lib/${subpath}`, range]),
  );
  return {
    id,
    owner,
    version,
    sequence,
    baseUrl,
    source,
    keyId,
    publishedAt,
    requires: { ...own, ...shared, API: apiVersion },
    events: before?.events ?? [],
    ...(before?.baseUrl === baseUrl
      ? { state: before.state, entryMs: before.entryMs, screenMs: before.screenMs }
      : { state: { status: 'not-loaded' }, entryMs: null, screenMs: {} }),
  };
}
