import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { calls, textKinds } from '@device-console/shared-lib/contract';
import { Link, matchPath, useLocation, useNavigate, useParams } from '@device-console/shared-lib/router';
import { Button, buttonClass, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { NewPasswordFields } from '../common/new-password-fields.tsx';
import { t } from '../t.ts';

/** The handle of a reset request in this browser; useless without the mailed link's secret (D18). */
const KEY = 'console:resetRequest';

export const storedResetToken = (): string | null => localStorage.getItem(KEY) || null;

export function removeResetToken(): void {
  localStorage.removeItem(KEY);
}

const ownFailure = (text: string): FailureNotice => ({ children: text, details: undefined });

/** The server's message after `prefix`, or an exception's text (P1, P2). */
function resetFailure(error: unknown, prefix: string): FailureNotice {
  if (error instanceof ApiError && error.kind === 'business') return ownFailure(prefix + error.message);
  const { children, details } = failureNotice(error);
  return { children: t('An error occurred. Please try again. {error}', { error: children }), details };
}

type SendingState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly failure: FailureNotice };

/** `run` returns any fault found before the call. */
function useSending(run: (text: string) => Promise<FailureNotice | undefined>, prefix = '') {
  const [state, setState] = useState<SendingState>({ status: 'editing' });
  const send = async (text: string): Promise<void> => {
    setState({ status: 'sending' });
    try {
      const failure = await run(text);
      setState(failure ? { status: 'failed', failure } : { status: 'done' });
    } catch (error) {
      setState({ status: 'failed', failure: resetFailure(error, prefix) });
    }
  };
  return { state, send: (text: string) => void send(text) };
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
  const { state, send } = useSending(async (wanted) => {
    const { token, message } = await api.call(calls.forgotPassword, { email: wanted });
    if (token.trim() === '') return ownFailure(t('Error: {message}', { message: noTokenText(message) }));
    localStorage.setItem(KEY, token);
    return undefined;
  }, 'Error: ');

  return (
    <CentredPage
      brand="Device Console"
      title={t('Forgot Password')}
      footer={<Link to="/login">{t('Back to login')}</Link>}
    >
      {state.status === 'done' && <Notice tone="success">{t('Password reset link sent to your email')}</Notice>}
      {state.status === 'failed' && <Notice tone="danger" {...state.failure} />}
      <Form aria-label={t('Forgot Password')} onSubmit={() => send(email)}>
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
        <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
          {t('Send Password Reset Email')}
        </Button>
      </Form>
    </CentredPage>
  );
}

interface NewPasswordFormProps {
  readonly label: string;
  readonly button: string;
  readonly children?: ReactNode;
  readonly isSending: boolean;
  readonly onSend: (password: string) => void;
}

/** The new password that a mailed link sets (P2, U5). */
function NewPasswordForm({ label, button, children, isSending, onSend }: NewPasswordFormProps): ReactNode {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  return (
    <Form aria-label={label} onSubmit={() => onSend(password)}>
      {children}
      <NewPasswordFields password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
      <Button type="submit" variant="primary" isPending={isSending}>
        {button}
      </Button>
    </Form>
  );
}

const REDIRECT_MS = 3_000;

/** Needs both halves: the mailed link's secret and the kept handle (P2, D18). */
function ResetPasswordScreen(): ReactNode {
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

function useRedirectToLogin(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}

/** Sets the first password by the mailed link, in any browser (U5). */
function InvitationScreen(): ReactNode {
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

/** The target of a mailed link: an invitation or a reset (P2, U5). */
export function SetPasswordScreen(): ReactNode {
  const { pathname } = useLocation();
  return matchPath('/invitation/:token', pathname) ? <InvitationScreen /> : <ResetPasswordScreen />;
}
