import { t } from '../t.ts';

/** The texts of containing an account that is in the wrong hands (S32 to S35). */
export const containmentMessages = {
  title: t('Contain this account?'),
  question: (email: string) =>
    t(
      'Do this when somebody else may be using {email}. It takes effect at once, and only a superadmin can let the ' +
        'owner in again.',
      { email },
    ),
  what: t('What happens'),
  effects: [
    t('All sessions end, all API keys are revoked for good, and its password and mailed links count no more.'),
    t(
      'Its commands that have not left yet are cancelled, its batches are held, and its requests for an approval ' +
        'refused.',
    ),
    t('Nothing that phones have received is undone. You see afterwards what they were sent.'),
  ],
  since: t('Since when is the account not in its owner’s hands?'),
  sinceHint: t(
    'Second factors added since then are removed, and what the account did since then is counted. Left empty: all ' +
      'second factors, and the last 24 hours.',
  ),
  sinceAhead: t('This time lies ahead.'),
  made: t('Contain the accounts that it made since then, too'),
  reason: t('Reason'),
  reasonHint: t('At least three characters. It stands in the audit.'),
  confirm: t('Contain'),

  doneTitle: (email: string) => t('{email} is contained', { email }),
  done: (email: string) => t('{email} is contained.', { email }),
  taken: t('What was done'),
  nothingTaken: t('There was nothing left to take away.'),
  sent: (count: string, since: string) =>
    t('Phones may have received {count} commands since {since}. Nothing of them is undone.', { count, since }),
  noneSent: (since: string) => t('No phone has received a command since {since}.', { since }),
  sentKinds: t('What phones may have received'),
  undoneBy: (count: string, title: string) => t('{count}, undone by {title}', { count, title }),
  notUndone: (count: string) => t('{count}, cannot be undone by a command', { count }),
  changes: t('What the account changed'),
  putBackReason: (email: string) => t('Put back after {email} was contained', { email }),
  enable: t('Enable again'),
  disable: t('Disable again'),
  giveRole: (role: string) => t('Give the role {role} again', { role }),
  roleGiven: (account: string, role: string) => t('{account} has the role {role} again.', { account, role }),
  givePermissions: t('Give the former permissions again'),
  permissionsBefore: (names: string) => (names === '' ? t('Before: no permission') : t('Before: {names}', { names })),
  permissionsGiven: (account: string) => t('{account} has the former permissions again.', { account }),
  activateKey: t('Activate again'),
  keyActive: (name: string) => t('The key “{name}” is active.', { name }),
  deactivateKey: t('Deactivate again'),
  keyInactive: (name: string) => t('The key “{name}” is inactive.', { name }),
  resume: t('Resume dispatch'),
  running: t('Dispatch is running.'),
  pause: t('Pause dispatch'),
  paused: t('Dispatch is paused.'),
  accounts: t('Accounts that it made'),
  contained: t('Contained with it'),
  notContained: t('Not contained'),
  audit: t('Open its actions in Operator Audit'),
  next: t(
    'Speak with the owner, not by a mail to this address alone. To let the owner in again, press Enable in this ' +
      'list: a mail brings a link to choose a new password.',
  ),

  numbers: {
    sessions: t('Sessions ended'),
    keys: t('API keys revoked'),
    factors: t('Second factors removed'),
    codes: t('Recovery codes removed'),
    signOns: t('Links to the identity provider removed'),
    logins: t('Half-open logins ended'),
    links: t('Mailed links closed'),
    cancelled: t('Commands cancelled'),
    batches: t('Batches held'),
    requests: t('Requests refused'),
    withdrawn: t('Approvals withdrawn'),
  },
} as const;
