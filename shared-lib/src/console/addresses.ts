import { useLocation } from '../router/index.ts';
import { isImei, type Audience } from '../contract/index.ts';

const SUPERADMIN_PREFIX = '/superadmin/';

/** Which set of addresses a path belongs to (N2). */
export function audienceOf(pathname: string): Audience {
  return `${pathname}/`.startsWith(SUPERADMIN_PREFIX) ? 'superadmin' : 'standard';
}

/** The address of a screen's path under an audience's prefix; the empty path is Home. */
export function addressOf(audience: Audience, path: string): string {
  return audience === 'superadmin' ? `${SUPERADMIN_PREFIX}${path}` : `/${path}`;
}

/** Adds an IMEI for the screen to use, in the fragment, which is never sent to a server. */
export const withImei = (address: string, imei: string): string => `${address}#imei=${imei}`;

/** The IMEI that {@link withImei} put into an address, alone or with other fields; or null. */
export function imeiOfFragment(fragment: string): string | null {
  const imei = new URLSearchParams(fragment.replace(/^#/, '')).get('imei');
  return imei !== null && isImei(imei) ? imei : null;
}

/** The current screen's audience, links within it, and the IMEI of its address. */
export function useAddresses(): { audience: Audience; to: (path: string) => string; imei: string | null } {
  const { pathname, hash } = useLocation();
  const audience = audienceOf(pathname);
  return { audience, to: (path) => addressOf(audience, path), imei: imeiOfFragment(hash) };
}
