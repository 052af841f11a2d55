import { sessionCalls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';

/** The provider's name, and whether single sign-on is the only way (S21, S23); both absent without one. */
export function useSingleSignOn(): { readonly name?: string; readonly only?: boolean } {
  const { api, config } = useConsole();
  return (api.offers(sessionCalls.beginSignIn) && config.singleSignOn) || {};
}
