import type { ReactNode } from 'react';
import { FetchedPage } from '../common/fetched-page.tsx';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "password" */ './password-screens.ts');

/** Asks for a mail that lets the password be set anew (P1). */
export function ForgotPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Forgot Password')} load={load}>
      {({ ForgotPasswordScreen }) => <ForgotPasswordScreen />}
    </FetchedPage>
  );
}

/** Sets the password by the mailed link (P2). */
export function ResetPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Reset Password')} load={load}>
      {({ ResetPasswordScreen }) => <ResetPasswordScreen />}
    </FetchedPage>
  );
}
