import { browserTabs, type ClockPort } from '@device-console/shared-lib/session/host';
import { timeout } from '../common/timeout.ts';
import { OverrideBanner } from './override-banner.tsx';
import { createOverride, type DevelopmentCookie, type Override, type OverridePage } from './override.ts';

/** The override of a page, and what says on every screen that it is on. */
export interface PageOverride extends Override {
  readonly Banner: typeof OverrideBanner;
}

/** The override of this browser. */
export function browserOverride(page: OverridePage, clock: ClockPort): PageOverride {
  const cookie = browserDevelopmentCookie(document, location.protocol === 'https:');
  const devServer = { fetchDeclaration: (url: string, init: RequestInit) => fetch(url, init), timeout };
  const ports = { storage: localStorage, cookie, clock, otherTabs: browserTabs(), devServer };
  return { ...createOverride({ ...page, ...ports }), Banner: OverrideBanner };
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
