import { t } from '../t.ts';

/** What the list of users says of contained accounts, and how their owners are let in again (S32, S36). */
export const containedMessages = {
  choice: t('Contain this account…'),
  missing: t(
    'This part of the console could not be loaded, and nothing was done. Reload the page, then try again; until then ' +
      'Disable keeps the account out.',
  ),
  state: t('Contained'),
  letIn: t('Let in again'),
  letInTitle: t('Let the owner in again?'),
  letInQuestion: (email: string) =>
    t(
      'Make sure that you are speaking with the owner of {email}. A mail brings a link to choose a new password, ' +
        'once, within 72 hours; where passwords are not used, the usual login opens it. Former sessions and API keys ' +
        'stay gone.',
      { email },
    ),
  letInDone: (email: string) =>
    t('{email} is enabled. If its sending is still paused, lift the pause under Operations.', { email }),
} as const;
