import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate } from '@device-console/shared-lib/router';
import { sessionAtom, signOutAtom } from '@device-console/shared-lib/session';
import { CentredPage, Spinner } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../runtime/batch-holder.ts';
import { isSending, useActiveBatches } from '../runtime/use-batches.ts';
import { ConfirmLeavingBatch } from './confirm-leaving-batch.tsx';

/** Ends the session at the server and here, on success and on error alike (S6). */
export function LogoutScreen({ batches }: { readonly batches: BatchHolder }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const isBusy = useActiveBatches(batches).some(isSending);
  if (!session) return <Navigate to="/login" replace />;
  if (isBusy) return <ConfirmLeavingBatch batches={batches} />;
  return <SigningOut />;
}

function SigningOut(): ReactNode {
  const signOut = useSetAtom(signOutAtom);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void signOut();
  }, [signOut]);
  return (
    <CentredPage brand="Device Console" title="Logout">
      <Spinner label="Please wait loggin out..." />
    </CentredPage>
  );
}
