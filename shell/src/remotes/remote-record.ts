import type { RegistryNotice } from '@device-console/shared-lib/trust';
import type { ChosenRelease, ReleaseSource } from '../releases/release.ts';
import type { RemoteLoadError, RemoteFailure } from '../releases/remote-load-error.ts';
import { t } from '../t.ts';

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
  refused: t('Its registry entry was refused'),
  names: t('Part of it is not shown'),
  expiry: t('Its registry entry is past its date'),
};

/** An error of a remote's code that nobody caught: its screen stays. */
export type UncaughtKind = 'uncaught-error' | 'unhandled-rejection';

/** A load or failure, as it happens, with the remote as it was then. */
export interface RemoteLoadEvent {
  readonly record: RemoteRecord;
  /** '' where none is known. */
  readonly screenId: string;
  readonly outcome:
    | { readonly status: 'loaded'; readonly ms: number }
    | { readonly status: 'failed'; readonly error: RemoteLoadError };
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

/** True for what kept a screen from coming or took it away. */
function isScreenFailure({ reason }: RemoteEvent): boolean {
  return !(reason in registryReasons) && reason !== 'uncaught-error' && reason !== 'unhandled-rejection';
}

/** The record with one more event; the oldest beyond {@link EVENTS_KEPT} are left out. */
export function withEvent(record: RemoteRecord, event: RemoteEvent): RemoteRecord {
  return { ...record, events: [...record.events, event].slice(-EVENTS_KEPT) };
}

/** The record of a remote of which nothing is in use. */
export function unknownRemote(id: string): RemoteRecord {
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

/** The record of a release from now on; what was known of the same build before stays. */
export function recordOf(
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

/** The record after another failure of one of its screens or panels. */
export function withFailure(
  record: RemoteRecord,
  { failure: reason, detail }: RemoteLoadError,
  at: number,
): RemoteRecord {
  const isSame = (event: RemoteEvent): boolean => isScreenFailure(event) && event.version === record.version;
  const attempts = record.events.filter(isSame).length + 1;
  const state: RemoteState = { status: 'failed', at, reason, detail, attempts };
  return withEvent({ ...record, state }, { at, version: record.version, reason, detail });
}

/** True when this release is what the record is about. */
export function isRecordOf({ baseUrl, source, sequence }: ChosenRelease, record: RemoteRecord | undefined): boolean {
  return record?.baseUrl === baseUrl && record.source === source && record.sequence === sequence;
}
