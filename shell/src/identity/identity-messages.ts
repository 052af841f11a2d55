import { t } from '../t.ts';

/** The texts of proving who one is (S17, S18). */
export const identityMessages = {
  confirm: t('Confirm that it is you'),
  why: t(
    'What you are about to do matters. Confirm that it is you; this counts for five minutes. Nothing was done yet.',
  ),
  password: t('Password'),
  code: t('Code of your authenticator app'),
  codeHint: t('Six digits; a new code comes every half a minute.'),
  recoveryCode: t('Recovery code'),
  recoveryHint: t('One of the codes that you kept when you added your second factor. It counts once.'),
  passkey: t('Use your passkey'),
  noPasskeys: t('Passkeys need a page over https. Use another way.'),
  notUsed: t('The passkey was not used. Try again, or use another way.'),
  otherWay: {
    password: t('Use the password'),
    totp: t('Use a code of the app'),
    recovery: t('Use a recovery code'),
  },
  bySignOn: (name: string) => t('Confirm with {name}', { name }),
  waiting: (name: string) =>
    t('Log in at {name} in the window that has opened. This page stays as it is and goes on then.', { name }),
  blocked: (name: string) =>
    t('Your browser opened no window. Go to {name} yourself; this page stays as it is and goes on then.', { name }),
  openProvider: (name: string) => t('Go to {name}', { name }),
  noWay: t('There is no way to confirm that it is you here. Log out and log in again; that counts for five minutes.'),
  continue: t('Continue'),
  cancel: t('Cancel'),
  retry: t('Retry'),
  second: t('Second step'),
  secondHint: (email: string) => t('The password of {email} is right. Now show your second factor.', { email }),
  backToLogin: t('Back to the login'),
  notLoaded: t('This part of the page could not be loaded. Retry when the connection is back.'),
} as const;
