import type { RegistryEntry } from '@device-console/shared-lib/remote';
import { createAcceptedEntries, createTrust, type AcceptedEntries } from '@device-console/shared-lib/trust';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { browserTabs, sessionAtom, type ClockPort } from '@device-console/shared-lib/session';
import type { createStore } from 'jotai';
import { createDevelopment, type Development, type DevelopmentOptions } from '../development/development.ts';
import { DevelopmentBanner } from '../development/development-banner.tsx';
import { browserDevelopmentCookie } from '../development/development-cookie.ts';
import { createDevServerReader } from '../development/dev-server.ts';
import { createDeployment, type Deployment } from '../remotes/deployment.ts';
import { createFailureMemory } from '../remotes/failure-memory.ts';
import { createFederation } from '../remotes/federation.ts';
import { createIntegrityLookup, publishIntegrityLookup, type IntegrityLookup } from '../remotes/integrity.ts';
import { createRegistryStore, type RegistrySource, type RegistryStore } from '../remotes/registry-store.ts';
import { BudgetExceeded } from '../remotes/remote-load-error.ts';
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader.ts';
import { createRemoteLog, type RemoteLog } from '../remotes/remote-log.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { UpdateNotices } from '../remotes/update-notices.tsx';
import { browserPageSigns, lookForUpdates } from '../remotes/updates.ts';
import type { BatchHolder } from './batch-holder.ts';
import { createBatchHolds } from './batch-holds.ts';
import { createLeaveGuard, type LeaveGuard } from './leave-guard.ts';
import { isSending } from './use-batches.ts';

/** What the page knows of remotes, and does with them. */
export interface Remotes {
  readonly registry: RegistryStore;
  readonly deployment: Deployment;
  readonly log: RemoteLog;
  readonly guard: LeaveGuard;
  readonly loader: RemoteLoader;
  /** One remote from a dev server; null where config.json does not allow it. */
  readonly development: Development | null;
  /** The components that show them: they come with this code, which the login page does without. */
  readonly Screen: typeof RemoteScreen;
  readonly Updates: typeof UpdateNotices;
  readonly DevelopmentBanner: typeof DevelopmentBanner;
}

/** What development rests on beside the session and the page's guard. */
export type DevelopmentPorts = Pick<DevelopmentOptions, 'storage' | 'cookie' | 'clock' | 'otherTabs' | 'ask'>;

interface RemotesOptions {
  readonly source: RegistrySource;
  readonly accepted: AcceptedEntries;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly store: ReturnType<typeof createStore>;
  readonly batches: BatchHolder;
  readonly loader: (log: RemoteLog) => RemoteLoader;
  /** null where config.json does not allow development: then nothing of it is there. */
  readonly development: DevelopmentPorts | null;
  readonly reloadPage: () => void;
}

/** Puts together what decides about releases on this page; the session's operator is followed from now on. */
export function createRemotes({ source, accepted, provenBefore, store, batches, loader, development: ports, reloadPage }: RemotesOptions): Remotes {
  const guard = createLeaveGuard({ isSending: () => batches.current()?.getSnapshot().some(isSending) ?? false, page: document, reloadPage });
  const development = ports && createDevelopment({
    ...ports, guard, operator: () => store.get(sessionAtom), onOperatorChange: (listener) => void store.sub(sessionAtom, listener),
  });
  const registry = createRegistryStore(development ? withDevelopment(source, development) : source);
  const log = createRemoteLog(() => Date.now());
  const holds = createBatchHolds(batches);
  const deployment = createDeployment({
    registry, accepted, provenBefore, log, development,
    failures: createFailureMemory(sessionStorage, localStorage),
    isHeld: holds.isHeld, onHoldChange: holds.onChange,
    pageUrl: document.baseURI,
  });
  const follow = (): void => deployment.operatorIs(store.get(sessionAtom));
  store.sub(sessionAtom, follow);
  follow();
  return { registry, deployment, log, guard, loader: loader(log), development, Screen: RemoteScreen, Updates: UpdateNotices, DevelopmentBanner };
}

/** The registry, once it is known what stands in the place of one of its remotes: otherwise that one would be shown first. */
function withDevelopment({ first, read, examine, now }: RegistrySource, { settled, askAgain }: Development): RegistrySource {
  return {
    first, now,
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
  readonly clock: ClockPort;
  /** The reads of registry.json: the one that is on its way, and later ones. */
  readonly first: Promise<unknown>;
  readonly read: () => Promise<unknown>;
}

/** The remotes of a browser's page, trusted by config.json's keys; it looks for new releases from now on. */
export function startRemotes({ config, clock, first, read, store, batches }: BrowserRemotesOptions): Remotes {
  const accepted = createAcceptedEntries(localStorage);
  const { examine, provenBefore } = createTrust({ keys: config.registryKeys, accepted });
  const integrity = createIntegrityLookup(document.baseURI);
  publishIntegrityLookup(integrity);
  const remotes = createRemotes({
    source: { first, read, examine }, accepted, provenBefore, store, batches, reloadPage: () => location.reload(),
    loader: (log) => browserLoader(config, integrity, log),
    development: config.allowDevelopment ? browserDevelopment(clock) : null,
  });
  if (remotes.development) letRunUnsigned(remotes.development, integrity);
  rememberUsedReleases(remotes.deployment, localStorage);
  lookForUpdates(remotes.registry.refresh, clock, browserPageSigns());
  return remotes;
}

const USED_KEY = 'console:remotesUsed';

/** Leaves word for the boot script of the next load, which preloads before it is known who gets which release. */
function rememberUsedReleases({ subscribe, getSnapshot }: Deployment, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  let before = storage.getItem(USED_KEY) ?? '{}';
  subscribe(() => {
    const unusual = getSnapshot().releases.filter(({ source }) => source !== 'registry').map(({ id, baseUrl }) => [id, baseUrl] as const);
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
    federation: createFederation(integrity), integrity, apiVersion, log, timeout, fetchFile: (url, init) => fetch(url, init), elapsed: () => performance.now(),
  });
}

/** Development in this browser. */
function browserDevelopment(clock: ClockPort): DevelopmentPorts {
  const ask = createDevServerReader({ fetchDeclaration: (url, init) => fetch(url, init), timeout });
  return { storage: localStorage, cookie: browserDevelopmentCookie(document, location.protocol === 'https:'), clock, otherTabs: browserTabs(), ask };
}

/** The dev server's files run without hashes as long as the override lasts; those of all other remotes never do. */
function letRunUnsigned({ subscribe, getSnapshot }: Development, integrity: IntegrityLookup): void {
  const follow = (): void => {
    const state = getSnapshot();
    integrity.admitUnsigned(state.status === 'on' ? state.release.baseUrl : null);
  };
  subscribe(follow);
  follow();
}

function timeout(milliseconds: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new BudgetExceeded()), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
