import type { ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Link, useParams } from '@device-console/shared-lib/router';
import { buttonClass, CentredPage, Notice } from '@device-console/shared-lib/ui';
import { NewPasswordForm } from './new-password-form.tsx';
import { useSending } from './use-sending.ts';
import { t } from '../t.ts';

/** Sets the first password of an invited account by the mailed link, in whichever browser it is opened (U5). */
export function InvitationScreen(): ReactNode {
  const { api } = useConsole();
  const { token = '' } = useParams();
  const { state, send } = useSending(async (newPassword) => {
    await api.call(calls.acceptInvitation, { token, newPassword });
    return undefined;
  });
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
          onSend={send}
        >
          <p>{t('Nobody else knows the password that you choose here. The link of your invitation works once.')}</p>
        </NewPasswordForm>
      )}
    </CentredPage>
  );
}
