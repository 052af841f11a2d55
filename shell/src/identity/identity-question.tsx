import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import { FetchedDialog } from '../common/fetched-dialog.tsx';
import type { AccountState, AskedOfAccount } from './account-state.ts';
import { accountPage } from '../navigation/screen-routes.ts';
import type { IdentityPrompt } from './identity-prompt.ts';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "identity" */ './identity-dialog.tsx');

/** What a refused call requires: a proof in a dialog, or a change on the account page. */
export function IdentityQuestion({ prompt }: { readonly prompt: IdentityPrompt }): ReactNode {
  const challenge = useSyncExternalStore(prompt.subscribe, prompt.getSnapshot);
  if (challenge === null) return null;
  if (challenge.kind !== 'proof') return <ToAccount prompt={prompt} asked={challenge.kind} />;
  const { offers, bySignOn = false } = challenge;
  return (
    <FetchedDialog
      load={load}
      title={t('Confirm that it is you')}
      failure={t('This part of the page could not be loaded. Retry when the connection is back.')}
      leaveLabel={t('Cancel')}
      onLeave={() => prompt.settle(false)}
    >
      {({ IdentityDialog }) => <IdentityDialog offers={offers} bySignOn={bySignOn} onEnd={prompt.settle} />}
    </FetchedDialog>
  );
}

interface ToAccountProps {
  readonly prompt: IdentityPrompt;
  readonly asked: AskedOfAccount;
}

/** The account page says what to do there (S20, S27). */
function ToAccount({ prompt, asked }: ToAccountProps): ReactNode {
  const { pathname } = useLocation();
  const { to } = useAddresses();
  const address = to(accountPage.path);
  const isThere = pathname === address;
  useEffect(() => {
    if (isThere) prompt.settle(false);
  }, [isThere, prompt]);
  const state: AccountState = { asked };
  return isThere ? null : <Navigate to={address} replace state={state} />;
}
