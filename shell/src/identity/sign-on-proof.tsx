import { useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { Button, buttonClass, Notice } from '@device-console/shared-lib/ui';
import { isPage, useSingleSignOn } from '../common/single-sign-on.ts';
import { onSignOnProof } from '../common/sign-on-channel.ts';
import { t } from '../t.ts';

/** `isOpen`: its window opened; false if the browser blocked it. */
type SignOnProofState =
  | { readonly status: 'idle' }
  | { readonly status: 'asking' }
  | { readonly status: 'waiting'; readonly address: string; readonly handle: string; readonly isOpen: boolean }
  | { readonly status: 'proving' }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

/** The provider's page opens beside this one, which keeps what was typed. */
const WINDOW = 'popup,width=520,height=680';

function useSignOnProof(onProven: () => void) {
  const { api } = useConsole();
  const [state, setState] = useState<SignOnProofState>({ status: 'idle' });
  const failed = (error: unknown): void => setState({ status: 'failed', failure: failureNotice(error) });
  const handle = state.status === 'waiting' ? state.handle : null;
  useEffect(() => {
    if (handle === null) return undefined;
    return onSignOnProof((code) => {
      setState({ status: 'proving' });
      api.call(calls.proveBySignOn, { code, handle }).then(onProven, failed);
    });
  }, [api, handle, onProven]);
  const begin = async (): Promise<void> => {
    // During the press: browsers block windows that open later.
    const opened = window.open('', 'console-sign-on', WINDOW);
    setState({ status: 'asking' });
    try {
      const { address, handle: kept } = await api.call(calls.beginSignOnProof, {});
      if (!isPage(address)) throw new Error(`beginSignOnProof.php: ${address} is no page.`);
      opened?.location.replace(address);
      setState({ status: 'waiting', address, handle: kept, isOpen: Boolean(opened) });
    } catch (error) {
      opened?.close();
      failed(error);
    }
  };
  return { state, begin };
}

interface SignOnProofProps {
  readonly isOnlyWay: boolean;
  readonly isDisabled: boolean;
  readonly onProven: () => void;
}

/** Proves the identity by a new login at the identity provider, in a window beside the page (S30). */
export function SignOnProof({ isOnlyWay, isDisabled, onProven }: SignOnProofProps): ReactNode {
  const { name } = useSingleSignOn();
  const { state, begin } = useSignOnProof(onProven);
  if (name === undefined)
    return isOnlyWay ? (
      <Notice tone="warning">
        {t('There is no way to confirm that it is you here. Log out and log in again; that counts for five minutes.')}
      </Notice>
    ) : null;
  const isBusy = state.status === 'asking' || state.status === 'proving';
  return (
    <>
      {state.status === 'failed' && <Notice tone="danger" {...state.failure} />}
      {state.status === 'waiting' && (
        <Notice
          tone="info"
          actions={
            <a className={buttonClass({ size: 'small' })} href={state.address} target="_blank" rel="noreferrer">
              {t('Go to {name}', { name })}
            </a>
          }
        >
          {state.isOpen
            ? t('Log in at {name} in the window that has opened. This page stays as it is and goes on then.', { name })
            : t('Your browser opened no window. Go to {name} yourself; this page stays as it is and goes on then.', {
                name,
              })}
        </Notice>
      )}
      <Button
        variant={isOnlyWay ? 'primary' : 'secondary'}
        isPending={isBusy}
        isDisabled={isDisabled}
        onPress={() => void begin()}
      >
        {t('Confirm with {name}', { name })}
      </Button>
    </>
  );
}
