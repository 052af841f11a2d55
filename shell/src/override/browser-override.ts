import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import { browserTabs, type ClockPort } from '@device-console/shared-lib/session';
import { allowedOrigins } from '../releases/allowed-origins.ts';
import type { ServerTime } from '../common/server-time.ts';
import { timeout } from '../common/timeout.ts';
import { browserDevelopmentCookie } from './development-cookie.ts';
import type { OverrideOptions } from './override.ts';
import { fetchedReaders } from './fetched-readers.ts';
import { previewUrl } from './preview-url.ts';

/** What an override rests on beside the session and the page's guard. */
export type OverridePorts = Omit<OverrideOptions, 'operator' | 'onOperatorChange' | 'guard'>;

interface BrowserOverrideOptions {
  readonly config: ConsoleConfig;
  readonly clock: ClockPort;
  readonly time: ServerTime;
  /** The entries of the registry that the page was loaded with: the page's security policy names their origins. */
  readonly firstEntries: Promise<readonly RegistryEntry[]>;
}

/** Overrides in this browser. */
export function browserOverride({ config, clock, time, firstEntries }: BrowserOverrideOptions): OverridePorts {
  const { registryKeys: keys, registryEpoch: epoch, registryUrl, allowDevelopment: allowsDevelopment } = config;
  const place = { registryUrl, pageUrl: document.baseURI };
  const known = firstEntries.then((entries) => allowedOrigins(entries, [registryUrl], document.baseURI));
  // That the registry could not be read is the registry store's to show.
  const origins = known.catch(() => null);
  const readers = fetchedReaders(() => import('./readers.ts'), {
    ...place,
    fetchDeclaration: (url, init) => fetch(url, init),
    timeout,
    keys,
    epoch,
    now: time.now,
    allowedOrigins: () => origins,
  });
  return {
    storage: localStorage,
    cookie: browserDevelopmentCookie(document, location.protocol === 'https:'),
    clock,
    otherTabs: browserTabs(),
    allowsDevelopment,
    ...readers,
    previewUrl: (wanted) => previewUrl(wanted, place),
  };
}
