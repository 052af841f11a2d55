import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Audience } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import { Link, Navigate } from '@device-console/shared-lib/router';
import { sessionAtom, signOutAtom } from '@device-console/shared-lib/session/host';
import { buttonClass, Notice, Spinner } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { isPage, leaveFor, useSingleSignOn } from '../common/single-sign-on.ts';
import { LeavingGuard } from './leaving-guard.tsx';
import { t } from '../t.ts';

interface LogoutScreenProps {
  /** Of the next login page. */
  readonly audience: Audience;
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
}

/**
 * Ends the session at the server and in this browser, whether or not the call succeeds, then goes to login (S6, N2); a
 * single sign-on session goes by way of the provider (S28). Asks first while a batch runs in any tab (D9a). Open to
 * everybody, like login: it shows nothing.
 */
export function LogoutScreen({ audience, batches, otherTabs }: LogoutScreenProps): ReactNode {
  const session = useAtomValue(sessionAtom);
  // A single sign-on session ends here before it ends at the provider (S28).
  const [atProvider, setAtProvider] = useState<AtProvider>({ status: 'none' });
  if (atProvider.status === 'notice')
    return (
      <CentredPage brand="Device Console" title={t('Logout')}>
        <Notice tone="warning">{atProvider.notice}</Notice>
        <Link className={buttonClass({ variant: 'primary' })} to={addressOf(audience, 'login')}>
          {t('Back to login')}
        </Link>
      </CentredPage>
    );
  if (!session && atProvider.status === 'none') return <Navigate to={addressOf(audience, 'login')} replace />;
  return (
    <LeavingGuard batches={batches} otherTabs={otherTabs}>
      <SigningOut onProvider={setAtProvider} />
    </LeavingGuard>
  );
}

type AtProvider =
  | { readonly status: 'none' }
  | { readonly status: 'ending' }
  /** Ended here; unknown at the provider. */
  | { readonly status: 'notice'; readonly notice: string };

function SigningOut({ onProvider }: { readonly onProvider: (state: AtProvider) => void }): ReactNode {
  const signOut = useSetAtom(signOutAtom);
  const { name } = useSingleSignOn();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const atProvider = name !== undefined;
    if (atProvider) onProvider({ status: 'ending' });
    const end = async (): Promise<void> => {
      const result = await signOut({ atProvider });
      const { address = '', notice = '' } = result.status === 'confirmed' ? result : {};
      if (isPage(address)) leaveFor(address);
      else onProvider(notice === '' ? { status: 'none' } : { status: 'notice', notice });
    };
    void end();
  }, [name, onProvider, signOut]);
  return (
    <CentredPage brand="Device Console" title={t('Logout')}>
      <Spinner label={t('Please wait loggin out...')} />
    </CentredPage>
  );
}
