import type { ApiClient } from '@device-console/shared-lib/api';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { usableSessionAtom, type ClockPort } from '@device-console/shared-lib/session';
import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import { provideIcuFormatter } from '@device-console/shared-lib/i18n-host/icu';
import { createAcceptedEntries, createTrust, honourWithdrawals } from '@device-console/shared-lib/trust';
import type { ServerTime } from '../common/server-time.ts';
import { timeout } from '../common/timeout.ts';
import { browserOverride } from '../override/browser-override.ts';
import type { Override } from '../override/override.ts';
import { createFederation } from '../remotes/federation.ts';
import { createIntegrityLookup, publishIntegrityLookup, type IntegrityLookup } from '../remotes/integrity.ts';
import type { RegistrySource } from '../remotes/registry-store.ts';
import { createRemoteTexts } from '../remotes/remote-catalogue.ts';
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import { browserPageActivity, lookForUpdates } from '../remotes/updates.ts';
import type { Remotes } from '../routes/console-runtime.ts';
import { observeBrowser } from '../telemetry/observe-browser.ts';
import { createRemotes, type RemotesOptions } from './create-remotes.ts';

interface BrowserRemotesOptions extends Pick<RemotesOptions, 'store' | 'batches'> {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  readonly clock: ClockPort;
  readonly time: ServerTime;
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
    reloadPage: () => location.reload(),
    loader: (log) => browserLoader(config, integrity, log),
    override: browserOverride({
      config,
      clock,
      time,
      firstEntries: first.then(examine).then(({ entries }) => entries),
    }),
    ...(isDevelopmentBuild && { poll: (look) => clock.every(1_000, look) }),
  });
  letRunUnsigned(remotes.override, integrity);
  observeBrowser({ ...remotes, api, maySend: () => store.get(usableSessionAtom) !== null });
  lookForUpdates(remotes.registry.refresh, clock, browserPageActivity());
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

/** The loader of this browser. Whatever it lets run carries a hash of a signed entry. */
function browserLoader({ apiVersion }: ConsoleConfig, integrity: IntegrityLookup, log: RemoteLog): RemoteLoader {
  const elapsed = () => performance.now();
  return createRemoteLoader({
    federation: createFederation({ integrity, elapsed, onEntry: log.entryLoaded }),
    integrity,
    apiVersion,
    log,
    timeout,
    fetchFile: (url, init) => fetch(url, init),
    elapsed,
    loadTexts: createRemoteTexts({
      language: spokenLanguage(),
      fetch: (url, init) => fetch(url, init),
      report: (error) => reportError(error),
    }),
  });
}

/** The dev server's files run without hashes as long as the override lasts; those of all other remotes never do. */
function letRunUnsigned({ subscribe, getSnapshot }: Override, integrity: IntegrityLookup): void {
  const follow = (): void => {
    const state = getSnapshot();
    const isUnsigned = state.status === 'on' && state.release.source === 'development';
    integrity.allowUnsigned(isUnsigned ? state.release.baseUrl : null);
  };
  subscribe(follow);
  follow();
}
