import { useState, type ReactNode } from 'react';
import { calls, textKinds } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, CentredPage, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { storeResetToken } from './reset-token-storage.ts';
import { ownFailure, useSending } from './use-sending.ts';
import { t } from '../t.ts';

/** A reply without the token is none: the mailed link could not be used here, whatever the reply says (P1). */
function noTokenText(says: string): string {
  const words = says === '' ? '' : ` and says "${says}"`;
  const means = 'without one no new password can be set here. Try again, or ask your admin.';
  return `forgotPassword.php: the server sent no reset token${words}; ${means}`;
}

/** Asks for a mail with a reset link (P1). */
export function ForgotPasswordScreen(): ReactNode {
  const { api } = useConsole();
  const [email, setEmail] = useState('');
  const { state, send } = useSending(async (wanted) => {
    const { token, message } = await api.call(calls.forgotPassword, { email: wanted });
    if (token.trim() === '') return ownFailure(t('Error: {message}', { message: noTokenText(message) }));
    storeResetToken(token);
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
