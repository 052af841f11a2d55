import type { ReactNode } from 'react';
import { FetchedPage } from '../common/fetched-page.tsx';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "password" */ './password-screens.tsx');

/** Asks for a mail that lets the password be set anew (P1). */
export function ForgotPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Forgot Password')} load={load}>
      {({ ForgotPasswordScreen }) => <ForgotPasswordScreen />}
    </FetchedPage>
  );
}

/** Sets a password by a mailed link: of a reset or of an invitation, one file for both (P2, U5). */
export function SetPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Password')} load={load}>
      {({ SetPasswordScreen }) => <SetPasswordScreen />}
    </FetchedPage>
  );
}
