import { useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { Link, useParams } from '@device-console/shared-lib/router';
import { buttonClass, CentredPage, Notice } from '@device-console/shared-lib/ui';
import { NewPasswordForm } from './new-password-form.tsx';
import { resetFailure } from './reset-failure.ts';
import { t } from '../t.ts';

type State =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

/** Sets the first password of an invited account by the mailed link, in whichever browser it is opened (U5). */
export function InvitationScreen(): ReactNode {
  const { api } = useConsole();
  const { token = '' } = useParams();
  const [state, setState] = useState<State>({ status: 'editing' });
  const send = async (password: string): Promise<void> => {
    setState({ status: 'sending' });
    try {
      await api.call(calls.acceptInvitation, { token, newPassword: password });
      setState({ status: 'done' });
    } catch (error) {
      setState({ status: 'failed', failure: resetFailure(error) });
    }
  };
  return (
    <CentredPage
      brand="Device Console"
      title={t('Choose your password')}
      footer={<Link to="/login">{t('Back to login')}</Link>}
    >
      {state.status === 'failed' && <Notice tone="danger" {...state.failure} />}
      {state.status === 'done' ? (
        <>
          <Notice tone="success">{t('Your password is set. You can log in now.')}</Notice>
          <Link className={buttonClass({ variant: 'primary' })} to="/login">
            {t('Log In')}
          </Link>
        </>
      ) : (
        <NewPasswordForm
          label={t('Choose your password')}
          button={t('Set password')}
          isSending={state.status === 'sending'}
          onSend={(password) => void send(password)}
        >
          <p>{t('Nobody else knows the password that you choose here. The link of your invitation works once.')}</p>
        </NewPasswordForm>
      )}
    </CentredPage>
  );
}
