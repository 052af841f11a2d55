/** The screens of one file: who has forgotten the password fetches it, and nobody else. */
export { ForgotPasswordScreen } from './forgot-password-screen.tsx';
export { SetPasswordScreen } from './set-password-screen.tsx';
