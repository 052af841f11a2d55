import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate } from '@device-console/shared-lib/router';
import { sessionAtom, signOutAtom } from '@device-console/shared-lib/session';
import { CentredPage, Spinner } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../runtime/batch-holder.ts';
import type { OtherTabs } from '../runtime/other-tabs.ts';
import { LeavingGuard } from './leaving-guard.tsx';

interface LogoutScreenProps {
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
}

/** Ends the session at the server and here, on success and on error alike (S6). While a batch runs in any tab it asks first (D9a). */
export function LogoutScreen({ batches, otherTabs }: LogoutScreenProps): ReactNode {
  const session = useAtomValue(sessionAtom);
  if (!session) return <Navigate to="/login" replace />;
  return <LeavingGuard batches={batches} otherTabs={otherTabs}><SigningOut /></LeavingGuard>;
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
