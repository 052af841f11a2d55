import { sessionCalls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';

/** What the page offers of single sign-on: the provider's name, and whether it is the only way (S21, S23). */
export function useSingleSignOn(): { readonly name?: string; readonly only?: boolean } {
  const { api, config } = useConsole();
  return (api.offers(sessionCalls.beginSignIn) && config.singleSignOn) || {};
}
