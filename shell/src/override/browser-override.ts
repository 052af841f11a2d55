import { failureText } from '@device-console/shared-lib/console';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import { browserTabs, type ClockPort } from '@device-console/shared-lib/session';
import { previewPath } from '@device-console/shared-lib/trust';
import { allowedOrigins } from '../releases/allowed-origins.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { ServerTime } from '../common/server-time.ts';
import { timeout } from '../common/timeout.ts';
import { orFailed, remoteOf } from './override-failure.ts';
import type { OverrideReaders, ReaderPorts } from './override-readers.ts';
import type { DevelopmentCookie, OverrideOptions } from './override.ts';
import { t } from '../t.ts';

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
  const known = firstEntries.then((entries) => allowedOrigins(entries, [registryUrl], document.baseURI));
  // That the registry could not be read is the registry store's to show.
  const origins = known.catch(() => null);
  const previewUrl = previewUrls(registryUrl, document.baseURI);
  const readers = fetchedReaders(() => import('./override-readers.ts'), {
    fetchDeclaration: (url, init) => fetch(url, init),
    timeout,
    keys,
    epoch,
    now: time.now,
    previewUrl,
    pageUrl: document.baseURI,
    allowedOrigins: () => origins,
  });
  const cookie = browserDevelopmentCookie(document, location.protocol === 'https:');
  return { storage: localStorage, cookie, clock, otherTabs: browserTabs(), allowsDevelopment, ...readers, previewUrl };
}

/** Previews are beside registry.json, whose address counts from the page's. */
export function previewUrls(registryUrl: string, pageUrl: string): ReaderPorts['previewUrl'] {
  return (wanted) => new URL(previewPath(wanted), new URL(registryUrl, pageUrl)).href;
}

/**
 * The readers, fetched by the pages that have an override, and by those that ask for one. That they do not come is an
 * answer too.
 */
export function fetchedReaders(
  load: () => Promise<{ readonly createReaders: (ports: ReaderPorts) => OverrideReaders }>,
  ports: ReaderPorts,
): OverrideReaders {
  const fetched = async (remote: ReturnType<typeof remoteOf>): Promise<OverrideReaders> => {
    try {
      return (await load()).createReaders(ports);
    } catch (cause) {
      const why = failureText(cause);
      const detail = t("The console's own code for it could not be loaded ({why}). Retry, or reload the page.", {
        why,
      });
      throw new RemoteLoadError('unreachable', remote, detail, { cause });
    }
  };
  return {
    ask: (asked) => orFailed(async () => (await fetched(remoteOf({ source: 'development', ...asked }))).ask(asked)),
    readPreview: (wanted, email) =>
      orFailed(async () => (await fetched(remoteOf({ source: 'preview', ...wanted }))).readPreview(wanted, email)),
  };
}

/** As tooling/lib/content-security-policy.mjs reads it. */
const DEVELOPMENT_COOKIE = 'console-development';
/** Browsers take a cookie of this prefix for the very host that sets it, over https alone. */
const HOST_PREFIX = '__Host-';

/** The cookie of a browser's page: of this host alone, never sent with requests of other sites. */
export function browserDevelopmentCookie(page: Pick<Document, 'cookie'>, isSecure: boolean): DevelopmentCookie {
  const attributes = `; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const name = isSecure ? `${HOST_PREFIX}${DEVELOPMENT_COOKIE}` : DEVELOPMENT_COOKIE;
  return {
    set: ({ origin, until }) => {
      const value = `${name}=${new URL(origin).host}`;
      page.cookie = `${value}; Expires=${new Date(until).toUTCString()}${attributes}`;
    },
    clear: () => {
      page.cookie = `${name}=; Max-Age=0${attributes}`;
    },
  };
}
