import { createStore } from 'jotai';
import { readConfig, type ConsoleConfig } from '@device-console/shared-lib/contract';
import { createApiClient } from '@device-console/shared-lib/api';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import {
  browserClock,
  browserTabs,
  replacePermissionsAtom,
  restoreSessionAtom,
  sessionEnvironmentAtom,
  sessionKeys,
  usableSessionAtom,
  watchOtherTabs,
} from '@device-console/shared-lib/session/host';
import type { BootData } from '../boot/boot.ts';
import { readJson } from '../boot/read-json.ts';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { BatchSurroundings } from '../batches/create-batches.ts';
import { createOtherTabs } from '../batches/other-tabs.ts';
import { noteGatewayAtom, watchingGateway } from '../common/device-gateway.ts';
import { createHolder } from '../common/holder.ts';
import { homeCode } from '../dashboard/home-code.ts';
import { createServerTime, offsetByServer, type ServerTime } from '../common/server-time.ts';
import { createRemotesHolder } from '../remotes/remotes-holder.ts';
import type { ConsoleRuntime } from '../routes/console-runtime.ts';
import { createSessionWatch } from '../session/session-watch.ts';
import { sinceInput } from '../session/since-input.ts';

const homeAddresses: readonly string[] = ['/', '/superadmin', '/superadmin/'];

/** Makes this page's console from what the boot script has fetched, and resumes a stored session. */
export async function createRuntime(boot: BootData): Promise<ConsoleRuntime> {
  const behindLogin = createHolder(() => import(/* webpackChunkName: "behind-login" */ './behind-login.ts'));
  const remotesCode = async () => (await behindLogin.load()).remotesCode();
  // A logged-in operator needs both; a failure is shown in its place.
  const wasLoggedIn = localStorage.getItem(sessionKeys.hint) !== null;
  if (wasLoggedIn) remotesCode().catch(() => undefined);
  // Most page loads begin at Home.
  if (wasLoggedIn && homeAddresses.includes(location.pathname)) homeCode().catch(() => undefined);
  const config = await readConfig(await boot.config.catch(() => readJson('/config.json', { cache: 'no-cache' })));
  const store = createStore();
  const codec = createEnvelopeCodec({ codec: config.codec, sharedKey: config.sharedKey });
  const session = () => store.get(usableSessionAtom);
  const clock = browserClock;
  const measureOffset = config.backend === 'legacy' ? undefined : offsetByServer(clock);
  const secondsSinceInput = () => sinceInput(batches, behindLogin.current()?.secondsSinceInput);
  const identity = createHolder(async () => (await behindLogin.load()).createIdentityPrompt());
  const api = createApiClient({
    apiBase: config.apiBase,
    backend: config.backend,
    names: config.names,
    serverTimeZone: config.serverTimeZone,
    codec,
    fetch: watchingGateway(
      (url, init) => fetch(url, init),
      (facts) => store.set(noteGatewayAtom, facts),
    ),
    session,
    secondsSinceInput,
    isOffline: () => !navigator.onLine,
    onAuthorizationFailed: () => watch.over('authorization-failed'),
    onChallenge: async (error, signal) => (await identity.load()).ask(error, signal),
    onForbidden: (permissions) => void store.set(replacePermissionsAtom, permissions),
  });
  const { idempotent } = config;
  const batches = holdBatches({
    client: api,
    session,
    onRefused: () => watch.batchRefused(),
    askedMs: () => identity.current()?.askedMs() ?? 0,
    sharedKey: config.sharedKey,
    idempotent,
  });
  store.set(sessionEnvironmentAtom, {
    api,
    codec,
    storage: localStorage,
    clock,
    backend: config.backend,
    serverTimeZone: config.serverTimeZone,
    measureOffset,
  });
  const time = createServerTime(clock);
  const sessionKnown = store.set(restoreSessionAtom);
  const remotes = createRemotesHolder(async () => {
    const registry = { first: firstRegistry(boot, config, time), read: () => readRegistry(config, time) };
    // Its reader reports a failure.
    registry.first.catch(() => undefined);
    const { startRemotes } = await remotesCode();
    return startRemotes({ config, api, clock, time, ...registry, sessionKnown, store, batches });
  });
  if (wasLoggedIn) remotes.begin();
  // Avoids drawing the first page twice; a failure is shown in its place.
  if (await sessionKnown) await behindLogin.load().catch(() => undefined);
  const watch = createSessionWatch({ store, clock, batches, measureOffset });
  watchOtherTabs(browserTabs(), {
    onEnded: () => watch.over('other-tab'),
    onReplaced: () => void store.set(restoreSessionAtom),
  });
  const otherTabs = createOtherTabs(batches);
  return { config, api, store, batches, otherTabs, watch, identity, behindLogin, remotes, secondsSinceInput };
}

const holdBatches = (surroundings: BatchSurroundings): BatchHolder =>
  createHolder(async () => (await import('../batches/create-batches.ts')).createBatches(surroundings));

async function firstRegistry(boot: BootData, config: ConsoleConfig, time: ServerTime): Promise<unknown> {
  if (!boot.registry || config.registryUrl !== '/registry.json') return readRegistry(config, time);
  try {
    const document = await boot.registry;
    time.update(boot.serverDate);
    return document;
  } catch {
    return readRegistry(config, time);
  }
}

const readRegistry = ({ registryUrl }: ConsoleConfig, time: ServerTime): Promise<unknown> =>
  readJson(registryUrl, { cache: 'no-cache' }, ({ headers }) => time.update(headers.get('Date')));
