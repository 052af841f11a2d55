import type { ReactNode } from 'react';
import { matchPath, useLocation } from '@device-console/shared-lib/router';
import { InvitationScreen } from './invitation-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

/** The screens of one file: who has forgotten the password fetches it, and nobody else. */
export { ForgotPasswordScreen } from './forgot-password-screen.tsx';

/** What a mailed link opens: the first password of an invitation, or one in the place of a forgotten one (P2, U5). */
export function SetPasswordScreen(): ReactNode {
  const { pathname } = useLocation();
  return matchPath('/invitation/:token', pathname) ? <InvitationScreen /> : <ResetPasswordScreen />;
}
