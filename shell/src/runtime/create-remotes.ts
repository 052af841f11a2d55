import type { RegistryEntry } from '@device-console/shared-lib/remote';
import {
  createAcceptedEntries,
  createTrust,
  honourWithdrawals,
  type AcceptedEntries,
} from '@device-console/shared-lib/trust';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { sessionAtom, usableSessionAtom, type ClockPort } from '@device-console/shared-lib/session';
import type { createStore } from 'jotai';
import { createOverride, type Override } from '../override/override.ts';
import { browserOverride, type OverridePorts } from '../override/browser-override.ts';
import { OverrideBanner } from '../override/override-banner.tsx';
import { createDeployment, type Deployment } from '../remotes/deployment.ts';
import { GalleryPage } from '../gallery/gallery-page.tsx';
import { PlatformPage } from '../platform/platform-page.tsx';
import { createFailureMemory } from '../remotes/failure-memory.ts';
import { createFederation } from '../remotes/federation.ts';
import { createIntegrityLookup, publishIntegrityLookup, type IntegrityLookup } from '../remotes/integrity.ts';
import { createOfferedParts } from '../remotes/offered-parts.tsx';
import { createRegistryStore, type RegistrySource, type RegistryStore } from '../remotes/registry-store.ts';
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader.ts';
import { createRemoteLog, type RemoteLog } from '../remotes/remote-log.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { UpdateNotices } from '../remotes/update-notices.tsx';
import { browserPageSigns, lookForUpdates } from '../remotes/updates.ts';
import { observeBrowser } from '../telemetry/observe-browser.ts';
import type { BatchHolder } from './batch-holder.ts';
import { createBatchHolds } from './batch-holds.ts';
import { createLeaveGuard, type LeaveGuard } from './leave-guard.ts';
import type { ServedTime } from './served-time.ts';
import { timeout } from './timeout.ts';
import { isSending } from './use-batches.ts';

/** What the page knows of remotes, and does with them. */
export interface Remotes {
  readonly registry: RegistryStore;
  readonly deployment: Deployment;
  readonly log: RemoteLog;
  readonly guard: LeaveGuard;
  readonly loader: RemoteLoader;
  /** Reads the registry all the time until it is told to stop: while a screen has failed that somebody is mending. */
  readonly lookForRepair: () => () => void;
  /** One remote from a dev server or a preview, in the place of the registry's. */
  readonly override: Override;
  /** The panels and columns that releases offer to others' screens. */
  readonly offeredParts: ReturnType<typeof createOfferedParts>;
  /** The components that show them: they come with this code, which the login page does without. */
  readonly Screen: typeof RemoteScreen;
  readonly Updates: typeof UpdateNotices;
  readonly OverrideBanner: typeof OverrideBanner;
  /**
   * The host's pages for superadmins alone, each of which fetches its own code; they come with this one for the same
   * reason.
   */
  readonly Platform: typeof PlatformPage;
  readonly Gallery: typeof GalleryPage;
}

interface RemotesOptions {
  readonly source: RegistrySource;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly store: ReturnType<typeof createStore>;
  readonly batches: BatchHolder;
  readonly loader: (log: RemoteLog) => RemoteLoader;
  readonly override: OverridePorts;
  readonly reloadPage: () => void;
  /** Calls back now and then until it is told to stop; absent: nobody mends a remote while this page looks on. */
  readonly whileMending?: ((look: () => void) => () => void) | undefined;
}

/** Puts together what decides about releases on this page; the session's operator is followed from now on. */
export function createRemotes({
  source,
  accepted,
  provenBefore,
  store,
  batches,
  loader,
  override: ports,
  reloadPage,
  whileMending = () => () => undefined,
}: RemotesOptions): Remotes {
  const guard = createLeaveGuard({
    isSending: () => batches.current()?.getSnapshot().some(isSending) ?? false,
    page: document,
    reloadPage,
  });
  const override = createOverride({
    ...ports,
    guard,
    operator: () => store.get(sessionAtom),
    onOperatorChange: (listener) => void store.sub(sessionAtom, listener),
  });
  const registry = createRegistryStore(withOverride(source, override));
  const log = createRemoteLog(() => Date.now());
  const holds = createBatchHolds(batches);
  const deployment = createDeployment({
    registry,
    accepted,
    provenBefore,
    log,
    override,
    failures: createFailureMemory(sessionStorage, localStorage),
    isHeld: holds.isHeld,
    onHoldChange: holds.onChange,
    pageUrl: document.baseURI,
  });
  const follow = (): void => deployment.operatorIs(store.get(sessionAtom));
  store.sub(sessionAtom, follow);
  follow();
  const made = loader(log);
  return {
    registry,
    deployment,
    log,
    guard,
    loader: made,
    override,
    offeredParts: createOfferedParts({ loader: made, log, deployment, registry }),
    Screen: RemoteScreen,
    Updates: UpdateNotices,
    OverrideBanner,
    Platform: PlatformPage,
    Gallery: GalleryPage,
    lookForRepair: () => whileMending(() => void registry.refresh()),
  };
}

/**
 * The registry, once it is known what stands in the place of one of its remotes: otherwise that one would be shown
 * first.
 */
function withOverride({ first, read, examine, now }: RegistrySource, { settled, askAgain }: Override): RegistrySource {
  return {
    first,
    now,
    examine: async (document) => {
      const [registry] = await Promise.all([examine(document), settled]);
      return registry;
    },
    read: async () => {
      const [document] = await Promise.all([read(), askAgain()]);
      return document;
    },
  };
}

interface BrowserRemotesOptions extends Pick<RemotesOptions, 'store' | 'batches'> {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  readonly clock: ClockPort;
  readonly time: ServedTime;
  /** The reads of registry.json: the one that is on its way, and later ones. */
  readonly first: Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** Settles once it is known whether a stored session goes on: whose the page is decides which releases it uses. */
  readonly sessionKnown: Promise<unknown>;
}

/**
 * The remotes of a browser's page, trusted by config.json's keys; it looks for new releases from now on. The first
 * registry's signatures are checked while the stored session is opened.
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
    source: { first, read, examine },
    accepted,
    provenBefore,
    store,
    batches,
    reloadPage: () => location.reload(),
    loader: (log) => browserLoader(config, integrity, log),
    override: browserOverride({
      config,
      clock,
      time,
      firstEntries: first.then(examine).then(({ entries }) => entries),
    }),
    ...(isDevelopmentBuild && { whileMending: (look) => clock.every(1_000, look) }),
  });
  letRunUnsigned(remotes.override, integrity);
  rememberUsedReleases(remotes.deployment, localStorage);
  observeBrowser({ ...remotes, api, maySend: () => store.get(usableSessionAtom) !== null });
  lookForUpdates(remotes.registry.refresh, clock, browserPageSigns());
  return remotes;
}

/** The host of `npm run dev`, whose remote is mended while it is shown. */
const isDevelopmentBuild = process.env['NODE_ENV'] === 'development';

/** Examines registries, the first one at once. */
function examineEarly(first: Promise<unknown>, examine: RegistrySource['examine']): RegistrySource['examine'] {
  const begun = first.then(async (document) => ({ document, registry: await examine(document) }));
  // Without a first document there is nothing to know early; its failure is the registry store's to show.
  const early = begun.catch(() => null);
  return async (document) => {
    const known = await early;
    return known !== null && known.document === document ? known.registry : await examine(document);
  };
}

const USED_KEY = 'console:remotesUsed';

/** Leaves word for the boot script of the next load, which preloads before it is known who gets which release. */
function rememberUsedReleases(
  { subscribe, getSnapshot }: Deployment,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): void {
  let before = storage.getItem(USED_KEY) ?? '{}';
  subscribe(() => {
    const unusual = getSnapshot()
      .releases.filter(({ source }) => source !== 'registry')
      .map(({ id, baseUrl }) => [id, baseUrl] as const);
    const now = JSON.stringify(Object.fromEntries(unusual));
    if (now === before) return;
    before = now;
    try {
      storage.setItem(USED_KEY, now);
    } catch (error) {
      // Without room for it the next load preloads the live release.
      if (!(error instanceof DOMException)) throw error;
    }
  });
}

/** The loader of this browser. Whatever it lets run carries a hash of a signed entry. */
function browserLoader({ apiVersion }: ConsoleConfig, integrity: IntegrityLookup, log: RemoteLog): RemoteLoader {
  return createRemoteLoader({
    federation: createFederation(integrity),
    integrity,
    apiVersion,
    log,
    timeout,
    fetchFile: (url, init) => fetch(url, init),
    elapsed: () => performance.now(),
  });
}

/** The dev server's files run without hashes as long as the override lasts; those of all other remotes never do. */
function letRunUnsigned({ subscribe, getSnapshot }: Override, integrity: IntegrityLookup): void {
  const follow = (): void => {
    const state = getSnapshot();
    const isUnsigned = state.status === 'on' && state.release.source === 'development';
    integrity.admitUnsigned(isUnsigned ? state.release.baseUrl : null);
  };
  subscribe(follow);
  follow();
}
