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

/** The cookie of a browser's page: of this host alone, never sent with requests of other sites. */
export function browserDevelopmentCookie(page: Pick<Document, 'cookie'>, isSecure: boolean): DevelopmentCookie {
  const attributes = `; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    set: ({ origin, until }) => {
      const value = `${DEVELOPMENT_COOKIE}=${new URL(origin).host}`;
      page.cookie = `${value}; Expires=${new Date(until).toUTCString()}${attributes}`;
    },
    clear: () => {
      page.cookie = `${DEVELOPMENT_COOKIE}=; Max-Age=0${attributes}`;
    },
  };
}
