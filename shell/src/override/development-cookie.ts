import type { DevelopmentOverride } from '@device-console/shared-lib/trust';

/**
 * The cookie that makes the server allow one dev server in the policy of this browser's pages. It holds the dev
 * server's host and port, which are no secret, and opens nothing by itself: what runs is decided by the stored override
 * and the session.
 */
export interface DevelopmentCookie {
  readonly set: (override: Pick<DevelopmentOverride, 'origin' | 'until'>) => void;
  readonly clear: () => void;
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
