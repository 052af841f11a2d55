import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useAddresses, useQuery } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import { Button, Notice } from '@device-console/shared-lib/ui';
import type { AccountState, AskedOfAccount } from './account-state.ts';
import { accountPage } from '../navigation/screen-routes.ts';
import type { IdentityPrompt } from './identity-prompt.ts';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "identity" */ './identity-dialog.tsx');

/** What a refused call asks of the operator: a proof in a dialog, or a change on the page of his account. */
export function IdentityQuestion({ prompt }: { readonly prompt: IdentityPrompt }): ReactNode {
  const challenge = useSyncExternalStore(prompt.subscribe, prompt.getSnapshot);
  if (challenge === null) return null;
  if (challenge.kind === 'proof') return <LoadedDialog prompt={prompt} challenge={challenge} />;
  return <ToAccount prompt={prompt} asked={challenge.kind} />;
}

interface ToAccountProps {
  readonly prompt: IdentityPrompt;
  readonly asked: AskedOfAccount;
}

/** Leads to the page of the account, which says what is to be done there (S20, S27). */
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

interface LoadedDialogProps {
  readonly prompt: IdentityPrompt;
  readonly challenge: Extract<ReturnType<IdentityPrompt['getSnapshot']>, { readonly kind: 'proof' }>;
}

/** Fetches the dialog, which the first screens of the console do not carry. */
function LoadedDialog({ prompt, challenge }: LoadedDialogProps): ReactNode {
  const { state, ask } = useQuery(load);
  useEffect(() => ask(null), [ask]);
  const { offers, bySignOn = false } = challenge;
  if (state.status === 'ready')
    return <state.last.IdentityDialog offers={offers} bySignOn={bySignOn} onEnd={prompt.settle} />;
  if (state.status !== 'failed') return null;
  const actions = (
    <>
      <Button size="small" onPress={() => ask(null)}>
        {t('Retry')}
      </Button>
      <Button size="small" onPress={() => prompt.settle(false)}>
        {t('Cancel')}
      </Button>
    </>
  );
  return (
    <Notice tone="danger" title={t('Confirm that it is you')} actions={actions}>
      {t('This part of the page could not be loaded. Retry when the connection is back.')}
    </Notice>
  );
}
