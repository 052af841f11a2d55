import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Button, buttonClass, Notice } from '@device-console/shared-lib/ui';
import { isPage, useSingleSignOn } from '../common/single-sign-on.ts';
import { onSignOnProof } from '../common/sign-on-channel.ts';
import { useSending } from '../common/use-sending.ts';
import { t } from '../t.ts';

/** The provider's page. `isOpen`: its window opened; false if the browser blocked it. */
interface Waiting {
  readonly address: string;
  readonly handle: string;
  readonly isOpen: boolean;
}

/** The provider's page opens beside this one, which keeps what was typed. */
const WINDOW = 'popup,width=520,height=680';

/** A proof by a new login at the identity provider (S30). */
export function useSignOnProof(onProven: () => void) {
  const { api } = useConsole();
  const { isSending, failure, send } = useSending();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const handle = waiting?.handle;
  const prove = useEffectEvent(async (code: string): Promise<void> => {
    if (handle === undefined) return;
    setWaiting(null);
    if (await send(() => api.call(calls.proveBySignOn, { code, handle }))) onProven();
  });
  useEffect(() => (handle === undefined ? undefined : onSignOnProof((code) => void prove(code))), [handle]);
  const begin = async (): Promise<void> => {
    // During the press: browsers block windows that open later.
    const opened = window.open('', 'console-sign-on', WINDOW);
    setWaiting(null);
    const page = await send(async () => {
      const asked = await api.call(calls.beginSignOnProof, {});
      if (!isPage(asked.address)) throw new Error(`beginSignOnProof.php: ${asked.address} is no page.`);
      return asked;
    });
    if (!page) return opened?.close();
    opened?.location.replace(page.address);
    setWaiting({ ...page, isOpen: Boolean(opened) });
  };
  return { isSending, failure, waiting, begin };
}

interface SignOnProofProps {
  /** What became of it is for whoever shows the proof. */
  readonly proof: ReturnType<typeof useSignOnProof>;
  readonly isOnlyWay: boolean;
  readonly isDisabled: boolean;
}

/** Proves the identity by a new login at the identity provider, in a window beside the page (S30). */
export function SignOnProof({ proof, isOnlyWay, isDisabled }: SignOnProofProps): ReactNode {
  const { name } = useSingleSignOn();
  const { isSending, waiting, begin } = proof;
  if (name === undefined)
    return isOnlyWay ? (
      <Notice tone="warning">
        {t('There is no way to confirm that it is you here. Log out and log in again; that counts for five minutes.')}
      </Notice>
    ) : null;
  return (
    <>
      {waiting && (
        <Notice
          tone="info"
          actions={
            <a className={buttonClass({ size: 'small' })} href={waiting.address} target="_blank" rel="noreferrer">
              {t('Go to {name}', { name })}
            </a>
          }
        >
          {waiting.isOpen
            ? t('Log in at {name} in the window that has opened. This page stays as it is and continues then.', {
                name,
              })
            : t(
                'Your browser opened no window. Go to {name} yourself; this page stays as it is and continues ' +
                  'then.',
                {
                  name,
                },
              )}
        </Notice>
      )}
      <Button
        variant={isOnlyWay ? 'primary' : 'secondary'}
        isPending={isSending}
        isDisabled={isDisabled}
        onPress={() => void begin()}
      >
        {t('Confirm with {name}', { name })}
      </Button>
    </>
  );
}
