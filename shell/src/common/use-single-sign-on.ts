import { sessionCalls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';

/** What the login page offers: the provider's name, and whether single sign-on is the only way (S21, S23). */
export function useSingleSignOn(): { readonly name?: string; readonly only?: boolean } {
  const { api, config } = useConsole();
  return (api.offers(sessionCalls.beginSignIn) && config.singleSignOn) || {};
}
