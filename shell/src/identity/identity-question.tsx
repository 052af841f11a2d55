import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useAddresses, useQuery } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { accountPage } from '../navigation/screen-routes.ts';
import { identityMessages } from './identity-messages.ts';
import type { IdentityPrompt } from './identity-prompt.ts';

const load = () => import(/* webpackChunkName: "identity" */ './identity-dialog.tsx');

/** What a refused call asks of the operator: a proof in a dialog, or a second factor on the page of his account. */
export function IdentityQuestion({ prompt }: { readonly prompt: IdentityPrompt }): ReactNode {
  const challenge = useSyncExternalStore(prompt.subscribe, prompt.getSnapshot);
  if (challenge === null) return null;
  if (challenge.kind === 'enrol') return <ToEnrolment prompt={prompt} />;
  return <LoadedDialog prompt={prompt} challenge={challenge} />;
}

/** Leads to the page of the account, which says what is to be done there (S20). */
function ToEnrolment({ prompt }: { readonly prompt: IdentityPrompt }): ReactNode {
  const { pathname } = useLocation();
  const { to } = useAddresses();
  const address = to(accountPage.path);
  const isThere = pathname === address;
  useEffect(() => {
    if (isThere) prompt.settle(false);
  }, [isThere, prompt]);
  return isThere ? null : <Navigate to={address} replace />;
}

interface LoadedDialogProps {
  readonly prompt: IdentityPrompt;
  readonly challenge: Extract<ReturnType<IdentityPrompt['getSnapshot']>, { readonly kind: 'proof' }>;
}

/** Fetches the dialog, which the first screens of the console do not carry. */
function LoadedDialog({ prompt, challenge }: LoadedDialogProps): ReactNode {
  const { state, ask } = useQuery(load);
  useEffect(() => ask(null), [ask]);
  if (state.status === 'ready') return <state.last.IdentityDialog offers={challenge.offers} onEnd={prompt.settle} />;
  if (state.status !== 'failed') return null;
  const actions = (
    <>
      <Button size="small" onPress={() => ask(null)}>
        {identityMessages.retry}
      </Button>
      <Button size="small" onPress={() => prompt.settle(false)}>
        {identityMessages.cancel}
      </Button>
    </>
  );
  return (
    <Notice tone="danger" title={identityMessages.confirm} actions={actions}>
      {identityMessages.notLoaded}
    </Notice>
  );
}
