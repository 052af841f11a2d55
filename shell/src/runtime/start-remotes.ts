import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, type ConsoleConfig, type TelemetryReport } from '@device-console/shared-lib/contract';
import { needsNewerConsole } from '@device-console/shared-lib/remote/host';
import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import { provideIcuFormatter } from '@device-console/shared-lib/i18n-host/icu';
import { sessionAtom, usableSessionAtom, type ClockPort } from '@device-console/shared-lib/session/host';
import { createAcceptedEntries, createTrust, honourWithdrawals } from '@device-console/shared-lib/trust';
import type { createStore } from 'jotai';
import { type BatchHolder, isSending } from '../batches/use-batches.ts';
import { createBatchHolds } from '../batches/batch-holds.ts';
import { fetchLazyPartsWhenIdle } from '../common/lazy-parts.ts';
import { createLeaveGuard } from '../common/leave-guard.ts';
import type { ServerTime } from '../common/server-time.ts';
import { whenIdle } from '../common/when-idle.ts';
import { PlatformPage } from '../platform/platform-page.tsx';
import { createFederation } from '../remotes/federation.ts';
import { createHostUpdate } from '../remotes/host-update.ts';
import { createIntegrityLookup, publishIntegrityLookup, type IntegrityLookup } from '../remotes/integrity.ts';
import { createOfferedParts } from '../remotes/offered-parts.tsx';
import { createPreviews } from '../previews/previews.ts';
import { PreviewNotices } from '../previews/preview-notices.tsx';
import { createPageWatch } from '../remotes/page-watch.ts';
import { createRegistryStore, type RegistrySource } from '../remotes/registry-store.ts';
import { createReleaseManager, type ReleaseManager, type ReleaseManagerOptions } from '../remotes/release-manager.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { createRemoteTexts } from '../remotes/remote-catalogue.ts';
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader.ts';
import { createRemoteLog, type RemoteLog } from '../remotes/remote-log.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { UpdateNotices } from '../remotes/update-notices.tsx';
import { lookForUpdates } from '../remotes/updates.ts';
import type { Remotes } from '../routes/console-runtime.ts';
import { observePage } from '../telemetry/observations.ts';

interface BrowserRemotesOptions extends Pick<RemotesOptions, 'store' | 'batches'> {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  readonly clock: ClockPort;
  readonly time: ServerTime;
  /** The pending first read of registry.json, and later ones. */
  readonly first: Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** Settles once it is known whether a stored session continues: the releases in use depend on the operator. */
  readonly sessionKnown: Promise<unknown>;
}

/**
 * A page's remotes, trusted by config.json's keys; starts to look for new releases. Checks the first registry's
 * signatures while the stored session is opened.
 */
export async function startRemotes({
  config,
  api,
  clock,
  time,
  first,
  read,
  sessionKnown,
  store,
  batches,
}: BrowserRemotesOptions): Promise<Remotes> {
  provideIcuFormatter();
  const { registryKeys: keys, registryEpoch: epoch, withdrawalKeys } = config;
  const accepted = createAcceptedEntries(localStorage, epoch);
  const trust = createTrust({ keys, epoch, accepted, now: time.now });
  const { provenBefore } = trust;
  const examine = examineEarly(first, async (registry) =>
    honourWithdrawals(registry, await trust.examine(registry), { keys: withdrawalKeys }),
  );
  await sessionKnown;
  const integrity = createIntegrityLookup(document.baseURI);
  publishIntegrityLookup(integrity);
  const remotes = createRemotes({
    source: { first, read, examine, remembered: async () => ({ ...(await trust.remembered()), withdrawn: [] }) },
    accepted,
    provenBefore,
    store,
    batches,
    readPage,
    reloadPage: () => location.reload(),
    loader: (given) => browserLoader(config, integrity, given),
    api,
    clock,
    now: time.now,
  });
  report(remotes, api, store);
  lookForUpdates(async () => {
    await remotes.registry.refresh();
    // A server that does not answer is asked once.
    if (remotes.registry.getLastRead().failure === null) await remotes.hostUpdate.look();
  }, clock);
  return remotes;
}

async function readPage(): Promise<string> {
  const response = await fetch('/', { cache: 'no-cache' });
  return response.ok ? response.text() : '';
}

/** Observes this page from now on; evaluates the observations once it is idle. */
function report({ log, releaseManager }: Remotes, api: ApiClient, store: RemotesOptions['store']): void {
  const observations = observePage(log);
  const maySend = (): boolean => store.get(usableSessionAtom) !== null;
  const call = calls.platformReport;
  const prepare = (figures: TelemetryReport) => api.prepare(call, figures, { inBackground: true });
  const ports = { observations, log, releaseManager, maySend, prepare: api.offers(call) ? prepare : null };
  whenIdle(() => {
    import(/* webpackChunkName: "telemetry" */ '../telemetry/telemetry.ts').then(
      ({ startTelemetry }) => startTelemetry(ports),
      // Without this code the page reports nothing.
      () => undefined,
    );
  });
}

function examineEarly(first: Promise<unknown>, examine: RegistrySource['examine']): RegistrySource['examine'] {
  const begun = first.then(async (document) => ({ document, registry: await examine(document) }));
  // The registry store reports a failing first document.
  const early = begun.catch(() => null);
  return async (document) => {
    const known = await early;
    return known !== null && known.document === document ? known.registry : await examine(document);
  };
}

/** Runs only what has a hash from a signed entry. */
function browserLoader(
  { apiVersion }: ConsoleConfig,
  integrity: IntegrityLookup,
  { log, onGone }: LoaderSurroundings,
): RemoteLoader {
  return createRemoteLoader({
    federation: createFederation({ hashOf: integrity.hashOf, onEntry: log.entryLoaded }),
    integrity,
    apiVersion,
    log,
    watch: createPageWatch(window, (release, error) => {
      log.failed(release.id, error);
      onGone(release);
    }),
    loadTexts: createRemoteTexts(spokenLanguage()),
  });
}

interface LoaderSurroundings {
  readonly log: RemoteLog;
  /** A release without a part on the page did something to the page. */
  readonly onGone: (release: ChosenRelease) => void;
}

/** Differs between a browser's page and a test's. */
interface RemotesOptions extends Pick<ReleaseManagerOptions, 'accepted' | 'provenBefore'> {
  readonly source: RegistrySource;
  readonly store: ReturnType<typeof createStore>;
  readonly batches: BatchHolder;
  readonly loader: (given: LoaderSurroundings) => RemoteLoader;
  readonly api: ApiClient;
  readonly clock: ClockPort;
  /** The best known time of the server, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly reloadPage: () => void;
  /** The page's document as the host serves it now. */
  readonly readPage: () => Promise<string>;
}

/** Everything that decides about releases on this page; follows the session's operator. */
export function createRemotes({
  source,
  accepted,
  provenBefore,
  store,
  batches,
  loader,
  api,
  clock,
  now,
  reloadPage,
  readPage,
}: RemotesOptions): Remotes {
  const guard = createLeaveGuard({
    isSending: () => batches.current()?.getSnapshot().some(isSending) ?? false,
    page: document,
    reloadPage,
  });
  const previews = createPreviews({
    api,
    clock,
    now,
    operator: () => store.get(sessionAtom),
    onOperatorChange: (listener) => void store.sub(sessionAtom, listener),
  });
  const registry = createRegistryStore({ ...source, lookForPreviews: previews.look });
  const log = createRemoteLog(() => Date.now());
  const holds = createBatchHolds(batches);
  const made = loader({ log, onGone: (release) => void releaseManager.failed(release) });
  const isTooNew: ReleaseManagerOptions['isTooNew'] = ({ declaration }) =>
    needsNewerConsole(declaration, made.provided);
  const releaseManager: ReleaseManager = createReleaseManager({
    registry,
    accepted,
    provenBefore,
    log,
    previews,
    isTooNew,
    ...holds,
  });
  const follow = (): void => releaseManager.operatorIs(store.get(sessionAtom));
  store.sub(sessionAtom, follow);
  follow();
  return {
    registry,
    releaseManager,
    log,
    guard,
    hostUpdate: createHostUpdate(document, readPage),
    loader: made,
    previews,
    offeredParts: createOfferedParts({ loader: made, releaseManager, registry }),
    Screen: RemoteScreen,
    Updates: UpdateNotices,
    Previews: PreviewNotices,
    Platform: PlatformPage,
    fetchPartsWhenIdle: fetchLazyPartsWhenIdle,
  };
}
