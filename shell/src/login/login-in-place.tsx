import { useAtomValue, useSetAtom } from 'jotai';
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { endSessionAtom, sessionHeldAtom } from '@device-console/shared-lib/session';
import { Button, Notice } from '@device-console/shared-lib/ui';
import type { SessionWatch } from '../session/session-watch.ts';
import type { LoginInPlaceDialog } from './login-in-place-dialog.tsx';
import { t } from '../t.ts';

type DialogProps = ComponentProps<typeof LoginInPlaceDialog>;

type Part =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Dialog: ComponentType<DialogProps> }
  | { readonly status: 'failed' };

/** The warning before a session ends, and the login in place when it ends while a batch is under way (D9a, D11). */
export function LoginInPlace({ watch }: { readonly watch: SessionWatch }): ReactNode {
  const isExpiring = useSyncExternalStore(watch.subscribe, watch.isExpiring);
  const isHeld = useAtomValue(sessionHeldAtom);
  const endSession = useSetAtom(endSessionAtom);
  const [isAsked, setAsked] = useState(false);
  const leave = (): void => {
    setAsked(false);
    // The reason for the end stays: it is the same session that had ended.
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
      {(isHeld || isAsked) && <LoadedDialog isEnded={isHeld} onSignedIn={() => setAsked(false)} onLeave={leave} />}
    </>
  );
}

/** Fetches the dialog, which the first screens of the console do not carry. */
function LoadedDialog(props: DialogProps): ReactNode {
  const [part, setPart] = useState<Part>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    import('./login-in-place-dialog.tsx').then(
      (module) => wanted && setPart({ status: 'ready', Dialog: module.LoginInPlaceDialog }),
      () => wanted && setPart({ status: 'failed' }),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  if (part.status === 'ready') return <part.Dialog {...props} />;
  if (part.status === 'loading') return null;
  const actions = (
    <>
      <Button size="small" onPress={() => setAttempt((count) => count + 1)}>
        {t('Retry')}
      </Button>
      <Button size="small" onPress={props.onLeave}>
        {props.isEnded ? t('Leave this page') : t('Not now')}
      </Button>
    </>
  );
  return (
    <Notice tone="danger" title={props.isEnded ? t('Your login has ended') : t('Log in again')} actions={actions}>
      {t('The login could not be loaded. Retry when the connection is back.')}
    </Notice>
  );
}
