import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Audience } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import { Navigate } from '@device-console/shared-lib/router';
import { sessionAtom, signOutAtom } from '@device-console/shared-lib/session';
import { CentredPage, Spinner } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { LeavingGuard } from './leaving-guard.tsx';
import { t } from '../t.ts';

interface LogoutScreenProps {
  /** Whose login comes afterwards. */
  readonly audience: Audience;
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
}

/**
 * Ends the session at the server and here, on success and on error alike, then leads to login (S6, N2). While a batch
 * runs in any tab it asks first (D9a). Like a login, it takes everybody: it shows nothing.
 */
export function LogoutScreen({ audience, batches, otherTabs }: LogoutScreenProps): ReactNode {
  const session = useAtomValue(sessionAtom);
  if (!session) return <Navigate to={addressOf(audience, 'login')} replace />;
  return (
    <LeavingGuard batches={batches} otherTabs={otherTabs}>
      <SigningOut />
    </LeavingGuard>
  );
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
    <CentredPage brand="Device Console" title={t('Logout')}>
      <Spinner label={t('Please wait loggin out...')} />
    </CentredPage>
  );
}
