import { createStore } from 'jotai';
import { parseConfig, type ConsoleConfig } from '@device-console/shared-lib/contract';
import { createApiClient, type ApiClient } from '@device-console/shared-lib/api';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import {
  browserClock, browserTabs, replacePermissionsAtom, restoreSessionAtom, sessionEnvironmentAtom, usableSessionAtom, watchOtherTabs,
} from '@device-console/shared-lib/session';
import type { BootData } from '../boot/boot.ts';
import { createBatchHolder, type BatchHolder } from './batch-holder.ts';
import { createBatches } from './create-batches.ts';
import { browserMayRun, browserTabChannel, createOtherTabs, type OtherTabs } from './other-tabs.ts';
import { createRemotesHolder, type RemotesHolder } from './remotes-holder.ts';
import { createSessionWatch, type SessionWatch } from './session-watch.ts';

/** As much of `fetch` as the platform page needs to read what lies beside the registry. */
export type FetchDocument = (url: string, init: { cache: 'no-cache'; signal: AbortSignal }) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

/** Everything that lives as long as the page. */
export interface ConsoleRuntime {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  readonly store: ReturnType<typeof createStore>;
  readonly remotes: RemotesHolder;
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
  readonly watch: SessionWatch;
  readonly fetchDocument: FetchDocument;
}

/** Makes the console of this page from what the boot script has fetched, and takes up a stored session. */
export async function createRuntime(boot: BootData): Promise<ConsoleRuntime> {
  const remotesCode = import(/* webpackChunkName: "remotes" */ './create-remotes.ts');
  // Its failure is shown where remotes would be.
  remotesCode.catch(() => undefined);
  const config = parseConfig(await boot.config);
  const store = createStore();
  const codec = createEnvelopeCodec({ codec: config.codec, sharedKey: config.sharedKey });
  const session = () => store.get(usableSessionAtom);
  const api = createApiClient({
    apiBase: config.apiBase,
    backend: config.backend,
    names: config.names,
    serverTimeZone: config.serverTimeZone,
    codec,
    fetch: (url, init) => fetch(url, init),
    session,
    onAuthorizationFailed: () => watch.over('authorization-failed'),
    onForbidden: (permissions) => void store.set(replacePermissionsAtom, permissions),
  });
  const clock = browserClock();
  const batches = createBatchHolder(() => createBatches({ client: api, session, onRefused: () => watch.batchRefused(), idempotent: config.idempotent }));
  store.set(sessionEnvironmentAtom, { api, codec, storage: localStorage, clock, backend: config.backend, serverTimeZone: config.serverTimeZone });
  await store.set(restoreSessionAtom);
  const watch = createSessionWatch({ store, clock, batches });
  const registry = { first: firstRegistry(boot, config), read: () => readJson(config.registryUrl) };
  registry.first.catch(() => undefined);
  const remotes = createRemotesHolder(remotesCode.then(({ startRemotes }) => startRemotes({ config, clock, ...registry, store, batches })));
  watchOtherTabs(browserTabs(), {
    onEnded: () => watch.over('other-tab'),
    onReplaced: () => void store.set(restoreSessionAtom),
  });
  const otherTabs = createOtherTabs({ channel: browserTabChannel(), batches, mayRun: browserMayRun, delay });
  return { config, api, store, batches, otherTabs, watch, remotes, fetchDocument: (url, init) => fetch(url, init) };
}

function firstRegistry(boot: BootData, { registryUrl }: ConsoleConfig): Promise<unknown> {
  return registryUrl === '/registry.json' ? boot.registry : readJson(registryUrl);
}

async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

function delay(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
