import { sessionAtom } from '@device-console/shared-lib/session';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { AcceptedEntries } from '@device-console/shared-lib/trust';
import type { createStore } from 'jotai';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { createBatchHolds } from '../batches/batch-holds.ts';
import { isSending } from '../batches/use-batches.ts';
import { fetchLazyPartsWhenIdle } from '../common/lazy-parts.ts';
import { createLeaveGuard } from '../common/leave-guard.ts';
import type { OverridePorts } from '../override/browser-override.ts';
import { OverrideBanner } from '../override/override-banner.tsx';
import { createOverride, type Override } from '../override/override.ts';
import { PlatformPage } from '../platform/platform-page.tsx';
import { createReleaseManager } from '../remotes/release-manager.ts';
import { createReleaseMemory } from '../remotes/release-memory.ts';
import { createOfferedParts } from '../remotes/offered-parts.tsx';
import { createRegistryStore, type RegistrySource } from '../remotes/registry-store.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { createRemoteLog, type RemoteLog } from '../remotes/remote-log.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { UpdateNotices } from '../remotes/update-notices.tsx';
import type { Remotes } from '../routes/console-runtime.ts';

/** What differs between a page of a browser and one of a test. */
export interface RemotesOptions {
  readonly source: RegistrySource;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly store: ReturnType<typeof createStore>;
  readonly batches: BatchHolder;
  readonly loader: (log: RemoteLog) => RemoteLoader;
  readonly override: OverridePorts;
  readonly reloadPage: () => void;
  /** Calls back now and then until it is told to stop; absent: nobody mends a remote while this page looks on. */
  readonly poll?: ((look: () => void) => () => void) | undefined;
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
  poll = () => () => undefined,
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
  const releaseManager = createReleaseManager({
    registry,
    accepted,
    provenBefore,
    log,
    override,
    memory: createReleaseMemory(sessionStorage, localStorage),
    isHeld: holds.isHeld,
    onHoldChange: holds.onChange,
    pageUrl: document.baseURI,
  });
  const follow = (): void => releaseManager.operatorIs(store.get(sessionAtom));
  store.sub(sessionAtom, follow);
  follow();
  const made = loader(log);
  return {
    registry,
    releaseManager,
    log,
    guard,
    loader: made,
    override,
    offeredParts: createOfferedParts({ loader: made, log, releaseManager, registry }),
    Screen: RemoteScreen,
    Updates: UpdateNotices,
    OverrideBanner,
    Platform: PlatformPage,
    fetchPartsWhenIdle: fetchLazyPartsWhenIdle,
    pollForRepair: () => poll(() => void registry.refresh()),
  };
}

/**
 * The registry, once it is known what stands in the place of one of its remotes: otherwise that one would be shown
 * first.
 */
function withOverride(source: RegistrySource, { settled, retry }: Override): RegistrySource {
  const { read, examine } = source;
  return {
    ...source,
    examine: async (document) => {
      const [registry] = await Promise.all([examine(document), settled]);
      return registry;
    },
    read: async () => {
      const [document] = await Promise.all([read(), retry()]);
      return document;
    },
  };
}
