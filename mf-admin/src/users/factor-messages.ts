import { t } from '../t.ts';

/** The texts of taking a user's second factors away (S15). */
export const factorMessages = {
  choice: t('Remove second factors…'),
  title: t('Remove the second factors?'),
  question: (email: string) =>
    t(
      'Make sure that you are speaking with {email} in person before you do this. Every session of theirs ends at ' +
        'once, and the next login asks for the password alone, until they add a factor again.',
      { email },
    ),
  confirm: t('Remove second factors'),
  done: (email: string) => t('The second factors of {email} are removed.', { email }),
} as const;
