import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { calls, textKinds } from '@device-console/shared-lib/contract';
import { Link, matchPath, useLocation, useNavigate, useParams } from '@device-console/shared-lib/router';
import { Button, buttonClass, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { useNewPassword } from '../common/new-password.tsx';
import { useSending } from '../common/use-sending.ts';
import { t } from '../t.ts';

/** The handle of a reset request in this browser; useless without the mailed link's secret (D18). */
const KEY = 'console:resetRequest';

export const storedResetToken = (): string | null => localStorage.getItem(KEY) || null;

export function removeResetToken(): void {
  localStorage.removeItem(KEY);
}

/** A fault of what this browser has, in its final words. */
class OwnFault extends Error {}

/** The server's message after `prefix`, or an exception's text (P1, P2). */
function resetFailure(error: unknown, prefix = ''): FailureNotice {
  const { children, details } = failureNotice(error);
  if (error instanceof OwnFault) return { children, details };
  if (error instanceof ApiError && error.kind === 'business')
    return { children: prefix + error.message, details: undefined };
  return { children: t('An error occurred. Please try again. {error}', { error: children }), details };
}

/** Without a token the mailed link cannot be used here, whatever the reply says (P1). */
function noTokenText(says: string): string {
  const words = says === '' ? '' : ` and says "${says}"`;
  const means = 'without one no new password can be set here. Try again, or ask your admin.';
  return `forgotPassword.php: the server sent no reset token${words}; ${means}`;
}

export function ForgotPasswordScreen(): ReactNode {
  const { api } = useConsole();
  const [email, setEmail] = useState('');
  const { isSending, isDone, failure, send } = useSending((error) => resetFailure(error, 'Error: '));
  const request = async (): Promise<void> => {
    const { token, message } = await api.call(calls.forgotPassword, { email });
    if (token.trim() === '') throw new OwnFault(t('Error: {message}', { message: noTokenText(message) }));
    localStorage.setItem(KEY, token);
  };

  return (
    <CentredPage
      brand="Device Console"
      title={t('Forgot Password')}
      footer={<Link to="/login">{t('Back to login')}</Link>}
    >
      {isDone && <Notice tone="success">{t('Password reset link sent to your email')}</Notice>}
      {failure && <Notice tone="danger" {...failure} />}
      <Form aria-label={t('Forgot Password')} onSubmit={() => void send(request)}>
        <TextField
          label={t('Email')}
          name="email"
          autoComplete="email"
          autoFocus
          maxLength={textKinds.email.most}
          value={email}
          onChange={setEmail}
          validate={(text) => (/^\S+@\S+\.\S+$/.test(text) ? null : t('Please enter a valid email address.'))}
        />
        <Button type="submit" variant="primary" isPending={isSending}>
          {t('Send Password Reset Email')}
        </Button>
      </Form>
    </CentredPage>
  );
}

interface NewPasswordPageProps {
  readonly title: string;
  readonly button: string;
  readonly footer: ReactNode;
  readonly children?: ReactNode;
  readonly onSend: (password: string) => Promise<unknown>;
  /** Takes the form's place once it is set. */
  readonly done: ReactNode;
}

/** The new password that a mailed link sets (P2, U5). */
function NewPasswordPage({ title, button, footer, children, onSend, done }: NewPasswordPageProps): ReactNode {
  const { password, fields } = useNewPassword();
  const { isSending, isDone, failure, send } = useSending(resetFailure);
  return (
    <CentredPage brand="Device Console" title={title} footer={footer}>
      {failure && <Notice tone="danger" {...failure} />}
      {isDone ? (
        done
      ) : (
        <Form aria-label={title} onSubmit={() => void send(() => onSend(password))}>
          {children}
          {fields}
          <Button type="submit" variant="primary" isPending={isSending}>
            {button}
          </Button>
        </Form>
      )}
    </CentredPage>
  );
}

const REDIRECT_MS = 3_000;

/** Needs both halves: the mailed link's secret and the kept handle (P2, D18). */
function ResetPasswordScreen(): ReactNode {
  const { api } = useConsole();
  const { token = '' } = useParams();
  const [wasUsable] = useState(() => storedResetToken() !== null);
  const reset = async (newPassword: string): Promise<void> => {
    // Another tab may have used it meanwhile.
    const requestToken = storedResetToken();
    if (requestToken === null) throw new OwnFault(t('Token is missing or invalid.'));
    await api.call(calls.resetPassword, { token, newPassword, requestToken });
    removeResetToken();
  };
  if (!wasUsable) return <UnusableLink />;
  return (
    <NewPasswordPage
      title={t('Reset Password')}
      button={t('Reset Password')}
      footer={<Link to="/forgotPassword">{t('Request a new reset link')}</Link>}
      onSend={reset}
      done={<ToLogin />}
    />
  );
}

/** P2: links to the request of a new one. */
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

function ToLogin(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/login', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <Notice tone="success">{t('Your password has been changed. Taking you to login.')}</Notice>;
}

/** Sets the first password by the mailed link, in any browser (U5). */
function InvitationScreen(): ReactNode {
  const { api } = useConsole();
  const { token = '' } = useParams();
  const done = (
    <>
      <Notice tone="success">{t('Your password is set. You can log in now.')}</Notice>
      <Link className={buttonClass({ variant: 'primary' })} to="/login">
        {t('Log In')}
      </Link>
    </>
  );
  return (
    <NewPasswordPage
      title={t('Choose your password')}
      button={t('Set password')}
      footer={<Link to="/login">{t('Back to login')}</Link>}
      onSend={(newPassword) => api.call(calls.acceptInvitation, { token, newPassword })}
      done={done}
    >
      <p>{t('Nobody else knows the password that you choose here. The link works once.')}</p>
    </NewPasswordPage>
  );
}

/** The target of a mailed link: an invitation or a reset (P2, U5). */
export function SetPasswordScreen(): ReactNode {
  const { pathname } = useLocation();
  return matchPath('/invitation/:token', pathname) ? <InvitationScreen /> : <ResetPasswordScreen />;
}
