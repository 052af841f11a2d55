import type { ReactNode } from 'react';
import { FetchedPage } from '../common/fetched-page.tsx';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "password" */ './password-screens.tsx');

/** Requests a mail with a link for a new password (P1). */
export function ForgotPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Forgot Password')} load={load}>
      {({ ForgotPasswordScreen }) => <ForgotPasswordScreen />}
    </FetchedPage>
  );
}

/** By a mailed link, of a reset or an invitation; both share one chunk (P2, U5). */
export function SetPasswordPage(): ReactNode {
  return (
    <FetchedPage title={t('Password')} load={load}>
      {({ SetPasswordScreen }) => <SetPasswordScreen />}
    </FetchedPage>
  );
}
