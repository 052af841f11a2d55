import { useCallback, useState, type ReactNode } from 'react';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { calls, type ProofKind } from '@device-console/shared-lib/contract';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { ProofForm, type GivenProof } from './proof-form.tsx';
import { SignOnProof } from './sign-on-proof.tsx';
import { t } from '../t.ts';

interface IdentityDialogProps {
  readonly offers: readonly ProofKind[];
  /** A login at the identity provider is a proof too (S30). */
  readonly bySignOn: boolean;
  readonly onEnd: (isProven: boolean) => void;
}

/** Asks for a proof of identity, over the page that waits for it (S18). */
export function IdentityDialog({ offers, bySignOn, onEnd }: IdentityDialogProps): ReactNode {
  const { api } = useConsole();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FailureNotice | null>(null);
  const ask = async <Answer,>(call: () => Promise<Answer>): Promise<Answer | undefined> => {
    setSending(true);
    setFailure(null);
    try {
      return await call();
    } catch (error) {
      setFailure(failureNotice(error));
      return undefined;
    } finally {
      setSending(false);
    }
  };
  const askPasskey = useCallback(async () => (await ask(() => api.call(calls.identityOptions, {})))?.passkey, [api]);
  const proven = useCallback(() => onEnd(true), [onEnd]);
  const prove = async (proof: GivenProof): Promise<void> => {
    if (await ask(() => api.call(calls.proveIdentity, proof))) onEnd(true);
  };
  return (
    <Dialog title={t('Confirm that it is you')} isOpen isBusy={isSending} onClose={() => onEnd(false)}>
      <p>{t('Nothing was done yet. Confirm that it is you to go on; this counts for five minutes.')}</p>
      <ProofForm
        label={t('Confirm that it is you')}
        offers={offers}
        isSending={isSending}
        failure={failure}
        wait={null}
        askPasskey={askPasskey}
        onProof={(proof) => void prove(proof)}
        leave={{ label: t('Cancel'), onPress: () => onEnd(false) }}
        otherWay={
          (bySignOn || offers.length === 0) && (
            <SignOnProof isOnlyWay={offers.length === 0} isDisabled={isSending} onProven={proven} />
          )
        }
      />
    </Dialog>
  );
}
