import { useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Link, useNavigate, useParams } from '@device-console/shared-lib/router';
import { buttonClass, CentredPage, Notice } from '@device-console/shared-lib/ui';
import { NewPasswordForm } from './new-password-form.tsx';
import { removeResetToken, storedResetToken } from './reset-token-storage.ts';
import { ownFailure, useSending } from './use-sending.ts';
import { t } from '../t.ts';

const REDIRECT_MS = 3_000;

/** Sets a new password with both halves: the mailed link's secret and the kept handle (P2, D18). */
export function ResetPasswordScreen(): ReactNode {
  const { api } = useConsole();
  const { token = '' } = useParams();
  const [wasUsable] = useState(() => storedResetToken() !== null);
  const { state, send } = useSending(async (newPassword) => {
    // Another tab may have used it meanwhile.
    const requestToken = storedResetToken();
    if (requestToken === null) return ownFailure(t('Token is missing or invalid.'));
    await api.call(calls.resetPassword, { token, newPassword, requestToken });
    removeResetToken();
    return undefined;
  });

  useRedirectToLogin(state.status === 'done');

  if (!wasUsable) return <UnusableLink />;
  return (
    <CentredPage
      brand="Device Console"
      title={t('Reset Password')}
      footer={<Link to="/forgotPassword">{t('Request a new reset link')}</Link>}
    >
      {state.status === 'failed' && <Notice tone="danger" {...state.failure} />}
      {state.status === 'done' && (
        <Notice tone="success">{t('Your password has been changed. Taking you to login.')}</Notice>
      )}
      {state.status !== 'done' && (
        <NewPasswordForm
          label={t('Reset Password')}
          button={t('Reset Password')}
          isSending={state.status === 'sending'}
          onSend={send}
        />
      )}
    </CentredPage>
  );
}

/** Shown for a link that cannot set a password; leads to a new link (P2). */
function UnusableLink(): ReactNode {
  return (
    <CentredPage
      brand="Device Console"
      title={t('Reset Password')}
      footer={<Link to="/login">{t('Back to login')}</Link>}
    >
      <Notice tone="danger" announce="off">
        {t('Invalid or missing token. Please request a new reset link.')}
      </Notice>
      <p>{t('A link works once, for 30 minutes, and only in the browser in which it was asked for.')}</p>
      <Link className={buttonClass({ variant: 'primary' })} to="/forgotPassword">
        {t('Request a new reset link')}
      </Link>
    </CentredPage>
  );
}

/** Leads to login a moment after the password was changed. */
function useRedirectToLogin(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
