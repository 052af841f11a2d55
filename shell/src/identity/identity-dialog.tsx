import type { ReactNode } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { calls, type ProofKind } from '@device-console/shared-lib/contract';
import { Notice } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { useSending } from '../common/use-sending.ts';
import { useProofForm, type GivenProof } from './proof-form.tsx';
import { SignOnProof, useSignOnProof } from './sign-on-proof.tsx';
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
  const { isSending, failure, send } = useSending();
  const prove = async (proof: GivenProof): Promise<void> => {
    if (await send(() => api.call(calls.proveIdentity, proof))) onEnd(true);
  };
  const signOn = useSignOnProof(() => onEnd(true));
  const { content, notice, actions } = useProofForm({
    label: t('Confirm that it is you'),
    offers,
    isSending,
    failure,
    wait: null,
    askPasskey: async () => (await send(() => api.call(calls.identityOptions, {})))?.passkey,
    onProof: (proof) => void prove(proof),
    leave: { label: t('Cancel'), onPress: () => onEnd(false) },
    otherWay: (bySignOn || offers.length === 0) && (
      <SignOnProof proof={signOn} isOnlyWay={offers.length === 0} isDisabled={isSending} />
    ),
  });
  return (
    <Dialog
      title={t('Confirm that it is you')}
      isOpen
      isBusy={isSending}
      onClose={() => onEnd(false)}
      notice={
        <>
          {notice}
          {signOn.failure && <Notice tone="danger" {...signOn.failure} />}
        </>
      }
      actions={actions}
    >
      <p>{t('Nothing was done yet. To continue, confirm that it is you; this counts for five minutes.')}</p>
      {content}
    </Dialog>
  );
}
