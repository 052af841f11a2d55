import type { createStore } from 'jotai';
import type { ComponentType } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import type { Holder } from '../common/holder.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { FrameRemotes } from '../frame/console-frame.tsx';
import type { IdentityPrompt } from '../identity/identity-question.tsx';
import type { PlatformPage } from '../platform/platform-page.tsx';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { createOfferedParts } from '../remotes/offered-parts.tsx';
import type { RegistryStore } from '../remotes/registry-store.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import type { RemoteScreen } from '../remotes/remote-screen.tsx';
import type { RemotesHolder } from '../remotes/remotes-holder.ts';
import type { SessionWatch } from '../session/session-watch.ts';

export interface Remotes extends FrameRemotes {
  readonly registry: RegistryStore;
  readonly releaseManager: ReleaseManager;
  readonly log: RemoteLog;
  readonly guard: LeaveGuard;
  readonly loader: RemoteLoader;
  readonly offeredParts: ReturnType<typeof createOfferedParts>;
  /** Part of this code, because the login page does not need it. */
  readonly Screen: typeof RemoteScreen;
  /** The host's page for superadmins, here for the same reason; it fetches its own code. */
  readonly Platform: typeof PlatformPage;
}

/** Lives as long as the page. */
export interface ConsoleRuntime {
  /** Since the last input on the page (S11). */
  readonly secondsSinceInput: () => number;
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  readonly store: ReturnType<typeof createStore>;
  /** In a chunk that the login page does not load. */
  readonly behindLogin: Holder<{ readonly ConsoleRoutes: ComponentType<{ readonly runtime: ConsoleRuntime }> }>;
  readonly remotes: RemotesHolder<Remotes>;
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
  readonly watch: SessionWatch;
  /** Asks for a proof of identity (S18). */
  readonly identity: Holder<IdentityPrompt>;
}
