import { sessionCalls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';

/** The provider's name, and whether single sign-on is the only way (S21, S23); both absent without one. */
export function useSingleSignOn(): { readonly name?: string; readonly only?: boolean } {
  const { api, config } = useConsole();
  return (api.offers(sessionCalls.beginSignIn) && config.singleSignOn) || {};
}

/** The console goes to no other address, whatever a reply says. */
export function isPage(address: string): boolean {
  return /^https?:\/\//.test(address);
}

/** Leaves for the identity provider; Back skips this page. Throws if it is not a web page. */
export function leaveFor(address: string): void {
  if (!isPage(address)) throw new Error(`${address} is no page.`);
  window.location.replace(address);
}
