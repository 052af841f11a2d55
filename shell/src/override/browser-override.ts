import { browserTabs, type ClockPort } from '@device-console/shared-lib/session/host';
import type { FetchDocument } from '../common/fetch-document.ts';
import { OverrideBanner } from './override-banner.tsx';
import { createOverride, type DevelopmentCookie, type Override, type OverridePage } from './override.ts';

/** An override, with the notice on every screen that it is on. */
export interface PageOverride extends Override {
  readonly Banner: typeof OverrideBanner;
}

export function browserOverride(page: OverridePage, clock: ClockPort): PageOverride {
  const cookie = browserDevelopmentCookie(document, location.protocol === 'https:');
  const fetchDeclaration: FetchDocument = (url, init) => fetch(url, init);
  const ports = { storage: localStorage, cookie, clock, otherTabs: browserTabs(), fetchDeclaration };
  return { ...createOverride({ ...page, ...ports }), Banner: OverrideBanner };
}

/** Read by tooling/lib/static-server.ts. */
const DEVELOPMENT_COOKIE = 'console-development';
/** Browsers accept a cookie of this prefix only over https and for the exact host that sets it. */
const HOST_PREFIX = '__Host-';

/** Sent to this host only, and not with requests of other sites. */
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
