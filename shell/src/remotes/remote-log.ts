import { createListeners, createSubject } from '@device-console/shared-lib/console/host';
import type { RegistryNotice, RegistryProblem } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteFailure, RemoteLoadError } from '../releases/remote-load-error.ts';
import { t } from '../t.ts';

/** Times are milliseconds since the epoch. */
export type RemoteState =
  | { readonly status: 'not-loaded' }
  | { readonly status: 'loading' | 'ready'; readonly at: number }
  | {
      readonly status: 'failed';
      readonly at: number;
      readonly reason: RemoteFailure;
      readonly detail: string;
      readonly attempts: number;
    };

/** A refused entry, or one used despite a problem. */
type RegistryReason = 'refused' | RegistryNotice['about'];

export const registryReasons: Readonly<Record<RegistryReason, string>> = {
  refused: t('Its registry entry was refused'),
  names: t('Part of it is not shown'),
  expiry: t('Its registry entry is past its date'),
};

/** An uncaught error of a remote's code; its screen stays. */
export type UncaughtKind = 'uncaught-error' | 'unhandled-rejection';

/** A load or failure, with the remote's state at that time. */
export interface RemoteLoadEvent {
  readonly record: RemoteRecord;
  /** '' if unknown. */
  readonly screenId: string;
  readonly outcome:
    | { readonly status: 'loaded'; readonly ms: number }
    | { readonly status: 'failed'; readonly error: RemoteLoadError };
}

/** A problem of a remote: when, and with which version. */
export interface RemoteEvent {
  readonly at: number;
  readonly version: string;
  readonly reason: RemoteFailure | UncaughtKind | RegistryReason;
  readonly detail: string;
}

/** This page's data on one remote. */
export interface RemoteRecord {
  readonly id: string;
  /** Null while none is in use. */
  readonly release: ChosenRelease | null;
  readonly state: RemoteState;
  /** Loading time of its entry, in milliseconds; null until loaded. */
  readonly entryMs: number | null;
  /** Milliseconds of the first load, by the name of the part in the log. */
  readonly screenMs: Readonly<Record<string, number>>;
  /** The last failures and refusals, newest last; at most 20. */
  readonly events: readonly RemoteEvent[];
}

/** Per remote. */
export const EVENTS_KEPT = 20;

/** True for failures that prevented or removed a screen. */
function isScreenFailure({ reason }: RemoteEvent): boolean {
  return !(reason in registryReasons) && reason !== 'uncaught-error' && reason !== 'unhandled-rejection';
}

/** '' without a release in use. */
const versionOf = ({ release }: RemoteRecord): string => release?.declaration.version ?? '';

/** Drops the oldest beyond {@link EVENTS_KEPT}. */
function withEvent(
  record: RemoteRecord,
  event: Omit<RemoteEvent, 'version'>,
  version = versionOf(record),
): RemoteRecord {
  const events = [...record.events, { ...event, version }];
  return { ...record, events: events.slice(-EVENTS_KEPT) };
}

function unknownRemote(id: string): RemoteRecord {
  return { id, release: null, state: { status: 'not-loaded' }, entryMs: null, screenMs: {}, events: [] };
}

/** Keeps what is known of the same build. */
export function recordOf(release: ChosenRelease, before = unknownRemote(release.id)): RemoteRecord {
  const isSameBuild = before.release?.baseUrl === release.baseUrl;
  return { ...(isSameBuild ? before : unknownRemote(release.id)), release, events: before.events };
}

/** Records another failure of a screen or panel. */
function withFailure(record: RemoteRecord, { failure: reason, detail }: RemoteLoadError, at: number): RemoteRecord {
  const isSame = (event: RemoteEvent): boolean => isScreenFailure(event) && event.version === versionOf(record);
  const attempts = record.events.filter(isSame).length + 1;
  const state: RemoteState = { status: 'failed', at, reason, detail, attempts };
  return withEvent({ ...record, state }, { at, reason, detail });
}

export type RemoteLog = ReturnType<typeof createRemoteLog>;

/** Events of this page's remotes, for the platform page. `now`: milliseconds since the epoch. */
export function createRemoteLog(now: () => number) {
  const records = new Map<string, RemoteRecord>();
  const loadEvents = createListeners<[event: RemoteLoadEvent]>();
  const nothing: readonly RemoteRecord[] = [];
  const { subscribe, getSnapshot, set } = createSubject(nothing);
  const recordFor = (id: string): RemoteRecord => records.get(id) ?? unknownRemote(id);
  const publish = (): void => set([...records.values()].toSorted((left, right) => left.id.localeCompare(right.id)));
  const change = (id: string, next: (record: RemoteRecord) => RemoteRecord): void => {
    records.set(id, next(recordFor(id)));
    publish();
  };
  /** Not a failure; not repeated if already the last of its kind. */
  const note = (id: string, reason: RegistryReason, detail: string): void => {
    const last = records.get(id)?.events.findLast((event) => event.reason === reason);
    if (last?.detail === detail) return;
    change(id, (record) => withEvent(record, { at: now(), reason, detail }));
  };
  return {
    /** Called for each load and failure; returns a function that stops it. */
    watch: loadEvents.subscribe,
    subscribe,
    /** By id; the same object until something happens. */
    getSnapshot,
    /** These releases are used from now on; a replaced one starts anew. */
    uses: (releases: readonly ChosenRelease[]): void => {
      for (const release of releases) records.set(release.id, recordOf(release, records.get(release.id)));
      for (const [id, { release }] of records) if (release && !releases.includes(release)) records.delete(id);
      publish();
    },
    /** Each reason once. */
    refused: (problems: readonly RegistryProblem[]): void => {
      for (const { id, message } of problems) note(id, 'refused', message);
    },
    /** Problems of remotes in use; each once. */
    noticed: (notices: readonly RegistryNotice[]): void => {
      for (const { id, about, message } of notices) note(id, about, message);
    },
    loading: (id: string): void =>
      change(id, (record) =>
        record.state.status === 'ready' ? record : { ...record, state: { status: 'loading', at: now() } },
      ),
    entryLoaded: (id: string, entryMs: number): void => change(id, (record) => ({ ...record, entryMs })),
    screenLoaded: (id: string, screenId: string, ms: number): void => {
      const state = { status: 'ready', at: now() } as const;
      change(id, (record) => ({ ...record, state, screenMs: { [screenId]: ms, ...record.screenMs } }));
      loadEvents.notify({ record: recordFor(id), screenId, outcome: { status: 'loaded', ms } });
    },
    failed: (id: string, error: RemoteLoadError, screenId = ''): void => {
      change(id, (record) => withFailure(record, error, now()));
      loadEvents.notify({ record: recordFor(id), screenId, outcome: { status: 'failed', error } });
    },
    /** The release may have been replaced since. */
    uncaught: ({ id, declaration: { version } }: ChosenRelease, reason: UncaughtKind, detail: string): void =>
      change(id, (record) => withEvent(record, { at: now(), reason, detail }, version)),
  };
}
