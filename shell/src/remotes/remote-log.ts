import { createListeners, createSubject } from '@device-console/shared-lib/console/host';
import type { RegistryNotice, RegistryProblem } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import {
  isRecordOf,
  recordOf,
  unknownRemote,
  withEvent,
  withFailure,
  type RegistryReason,
  type RemoteLoadEvent,
  type RemoteRecord,
  type UncaughtKind,
} from './remote-record.ts';

/** Events of this page's remotes, for the platform page. */
export interface RemoteLog {
  readonly subscribe: (listener: () => void) => () => void;
  /** By id; the same object until something happens. */
  readonly getSnapshot: () => readonly RemoteRecord[];
  /** These releases are used from now on; a replaced one starts anew. */
  readonly uses: (releases: readonly ChosenRelease[]) => void;
  /** Each reason once. */
  readonly refused: (problems: readonly RegistryProblem[]) => void;
  /** Problems of remotes in use; each once. */
  readonly noticed: (notices: readonly RegistryNotice[]) => void;
  readonly loading: (id: string) => void;
  readonly entryLoaded: (id: string, milliseconds: number) => void;
  readonly screenLoaded: (id: string, screenId: string, milliseconds: number) => void;
  readonly failed: (id: string, error: RemoteLoadError, screenId?: string) => void;
  readonly uncaught: (id: string, version: string, kind: UncaughtKind, detail: string) => void;
  /** Called for each load and failure; returns a function that stops it. */
  readonly watch: (listener: (event: RemoteLoadEvent) => void) => () => void;
}

/** `now`: milliseconds since the epoch. */
export function createRemoteLog(now: () => number): RemoteLog {
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
    change(id, (record) => withEvent(record, { at: now(), version: record.version, reason, detail }));
  };
  return {
    watch: loadEvents.subscribe,
    subscribe,
    getSnapshot,
    uses: (releases) => {
      for (const release of releases) {
        const before = records.get(release.id);
        if (!isRecordOf(release, before)) records.set(release.id, recordOf(release, before));
      }
      for (const [id, { source }] of records)
        if (source !== 'none' && !releases.some((release) => release.id === id)) records.delete(id);
      publish();
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
      const state = { status: 'ready', at: now() } as const;
      change(id, (record) => ({ ...record, state, screenMs: { [screenId]: ms, ...record.screenMs } }));
      loadEvents.notify({ record: recordFor(id), screenId, outcome: { status: 'loaded', ms } });
    },
    failed: (id, error, screenId = '') => {
      change(id, (record) => withFailure(record, error, now()));
      loadEvents.notify({ record: recordFor(id), screenId, outcome: { status: 'failed', error } });
    },
    uncaught: (id, version, reason, detail) =>
      change(id, (record) => withEvent(record, { at: now(), version, reason, detail })),
  };
}
