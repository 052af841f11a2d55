import { useAtomValue, useSetAtom } from 'jotai';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { endSessionAtom, sessionHeldAtom } from '@device-console/shared-lib/session/host';
import { Button, Notice } from '@device-console/shared-lib/ui';
import type { SessionWatch } from '../session/session-watch.ts';
import { FetchedDialog } from '../common/fetched-dialog.tsx';
import { t } from '../t.ts';

const load = () => import('./login-in-place-dialog.tsx');

/** The warning before a session ends, and the login in place when it ends while a batch is under way (D9a, D11). */
export function LoginInPlace({ watch }: { readonly watch: SessionWatch }): ReactNode {
  const isExpiring = useSyncExternalStore(watch.subscribe, watch.isExpiring);
  const isHeld = useAtomValue(sessionHeldAtom);
  const endSession = useSetAtom(endSessionAtom);
  const [isAsked, setAsked] = useState(false);
  const leave = (): void => {
    setAsked(false);
    // Keeps the reason: the same session ended.
    if (isHeld) endSession('login-screen');
  };
  return (
    <>
      {isExpiring && !isHeld && (
        <Notice
          tone="warning"
          title={t('Your login ends in less than five minutes')}
          actions={
            <Button size="small" onPress={() => setAsked(true)}>
              {t('Log in again')}
            </Button>
          }
        >
          {t('Log in again to continue. A running batch is paused one minute before the end.')}
        </Notice>
      )}
      {(isHeld || isAsked) && (
        <FetchedDialog
          load={load}
          title={isHeld ? t('Your login has ended') : t('Log in again')}
          failure={t('The login could not be loaded. Retry when the connection is back.')}
          leaveLabel={isHeld ? t('Leave this page') : t('Not now')}
          onLeave={leave}
        >
          {({ LoginInPlaceDialog }) => (
            <LoginInPlaceDialog isEnded={isHeld} onSignedIn={() => setAsked(false)} onLeave={leave} />
          )}
        </FetchedDialog>
      )}
    </>
  );
}
