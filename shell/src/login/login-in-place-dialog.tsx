import { useEffect, useId, useState, type ReactNode } from 'react';
import { readChallenge, SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { useSession } from '@device-console/shared-lib/console';
import { Button, buttonClass, Form, Notice, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { type FactorStepProps, useFactorStep } from '../identity/factor-step.tsx';
import { refusalOf } from '../identity/proof-form.tsx';
import { useSignIn } from '../common/use-sign-in.ts';
import { useSingleSignOn } from '../common/single-sign-on.ts';
import { t } from '../t.ts';

interface LoginInPlaceDialogProps {
  /** The session is over: log in or leave the page. */
  readonly isEnded: boolean;
  readonly onSignedIn: () => void;
  /** Closes the dialog; if the session is over, leaves the page for the login screen. */
  readonly onLeave: () => void;
}

/** Asks for the operator's password over the page, which stays as it is (D9a, D11). */
export function LoginInPlaceDialog({ isEnded, onSignedIn, onLeave }: LoginInPlaceDialogProps): ReactNode {
  const { email, userlevel, token } = useSession();
  const { name, only } = useSingleSignOn();
  const takesPassword = !only || userlevel === 'SUPERADMIN';
  const { asked, failure, isSending, restart, signIn, wait } = useSignIn();
  const challenge = readChallenge(asked);
  const form = useId();
  const [password, setPassword] = useState('');
  // The page's operator has logged in in another tab.
  const [before] = useState(token);
  useEffect(() => {
    if (token !== before) onSignedIn();
  }, [token, before, onSignedIn]);

  const send = async (): Promise<void> => {
    const client = userlevel === 'SUPERADMIN' ? SUPERADMIN_CLIENT : undefined;
    if (await signIn({ email, password, onlyEmail: email, ...(client && { client }) })) onSignedIn();
  };

  const title = isEnded ? t('Your login has ended') : t('Log in again');
  if (challenge?.kind === 'factor')
    return (
      <FactorDialog
        title={title}
        isEnded={isEnded}
        challenge={challenge}
        email={email}
        onlyEmail={email}
        onSignedIn={onSignedIn}
        onBack={restart}
        onLeave={onLeave}
      />
    );
  return (
    <Dialog
      title={title}
      isOpen
      isBusy={isEnded || isSending}
      onClose={onLeave}
      notice={failure !== null && <Notice tone="danger" {...failure} />}
      actions={
        <>
          <Button onPress={onLeave} isDisabled={isSending}>
            {isEnded ? t('Leave this page') : t('Not now')}
          </Button>
          {takesPassword && (
            <Button type="submit" form={form} variant="primary" isPending={isSending} isDisabled={wait !== null}>
              {t('Log In')}
            </Button>
          )}
        </>
      }
    >
      <p>{meaningOf(isEnded)}</p>
      <Form id={form} aria-label={t('Log in again')} onSubmit={() => void send()}>
        <TextField label={t('Email or phone')} autoComplete="username" isReadOnly value={email} />
        {takesPassword && (
          <PasswordField
            label={t('Password')}
            name="password"
            isRequired
            autoFocus
            value={password}
            onChange={setPassword}
            errorMessage={refusalOf(failure)}
          />
        )}
        {name !== undefined && (
          <a
            className={buttonClass({ variant: takesPassword ? 'secondary' : 'primary' })}
            href={`/signIn#again=${encodeURIComponent(email)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('Log in with {name} in a new tab', { name })}
          </a>
        )}
        {wait !== null && <p>{wait}</p>}
      </Form>
    </Dialog>
  );
}

interface FactorDialogProps extends FactorStepProps, Pick<LoginInPlaceDialogProps, 'isEnded' | 'onLeave'> {
  readonly title: string;
}

/** The second step, after the password (S17). */
function FactorDialog({ title, isEnded, onLeave, ...step }: FactorDialogProps): ReactNode {
  const { meaning, content, notice, actions, isSending } = useFactorStep(step);
  return (
    <Dialog title={title} isOpen isBusy={isEnded || isSending} onClose={onLeave} notice={notice} actions={actions}>
      <p>{meaningOf(isEnded)}</p>
      <p>{meaning}</p>
      {content}
    </Dialog>
  );
}

const meaningOf = (isEnded: boolean): string =>
  isEnded
    ? t('The batch waits and this page stays as it is. Log in again to continue.')
    : t('This page stays as it is. A batch that was paused because the login was ending continues automatically.');
