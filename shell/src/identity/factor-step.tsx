import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { calls, readChallenge, type IdentityChallenge } from '@device-console/shared-lib/contract';
import { type Session } from '@device-console/shared-lib/session';
import { takeLoginAtom } from '@device-console/shared-lib/session/host';
import { Actions } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { useAttempt } from '../common/use-sign-in.ts';
import { useProofForm, type GivenProof } from './proof-form.tsx';
import { t } from '../t.ts';

export interface FactorStepProps {
  readonly challenge: Extract<IdentityChallenge, { readonly kind: 'factor' }>;
  readonly email: string;
  /** Refuse any other account (D9a). */
  readonly onlyEmail?: string | undefined;
  readonly onSignedIn: (session: Session) => void;
  readonly onBack: () => void;
}

/** The second step of a login: a second factor opens the session (S17). */
export function useFactorStep({ challenge, email, onlyEmail, onSignedIn, onBack }: FactorStepProps) {
  const { api } = useConsole();
  const takeLogin = useSetAtom(takeLoginAtom);
  const { attempt, failure, isSending, wait } = useAttempt();
  const send = async (proof: GivenProof): Promise<void> => {
    const session = await attempt(async () => {
      const body = { ticket: challenge.ticket, ...proof };
      const exchange = await api.exchange(calls.loginFactor, body, { keepsSession: true });
      return takeLogin({ exchange: { ...exchange, sealed: null }, email, onlyEmail });
    });
    if (session) onSignedIn(session);
  };
  const form = useProofForm({
    label: t('Second step'),
    offers: challenge.offers,
    isSending,
    failure,
    wait,
    askPasskey: async () => challenge.passkey,
    onProof: (proof) => void send(proof),
    leave: { label: t('Back to the login'), onPress: onBack },
  });
  const meaning = t('The password of {email} is right. Now show your second factor.', { email });
  return { ...form, meaning, isSending };
}

function FactorStep(props: FactorStepProps): ReactNode {
  const { meaning, notice, content, actions } = useFactorStep(props);
  return (
    <>
      <p>{meaning}</p>
      {notice}
      {content}
      <Actions>{actions}</Actions>
    </>
  );
}

interface LoginStepProps extends Omit<FactorStepProps, 'challenge'> {
  readonly asked: unknown;
}

/** The second step on the login page, in place of the first. Fetched only when needed (S17). */
export function LoginStep({ asked, ...rest }: LoginStepProps): ReactNode {
  const challenge = readChallenge(asked);
  return (
    <CentredPage brand="Device Console" title={t('Second step')}>
      {challenge?.kind === 'factor' && <FactorStep {...rest} challenge={challenge} />}
    </CentredPage>
  );
}
