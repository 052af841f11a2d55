import { t } from '../i18n/own.ts';

/** Why a login's answer is not a session, as data: {@link refusalText} has the words. */
export type SessionRefusal =
  /** `says`: the server's message, which may be a success text. */
  | { readonly kind: 'not-validated'; readonly says: string }
  | { readonly kind: 'no-expiry'; readonly expiry: string }
  | { readonly kind: 'expired'; readonly expiry: string }
  | { readonly kind: 'other-account'; readonly email: string; readonly wanted: string }
  | { readonly kind: 'not-stored' };

type Kind = SessionRefusal['kind'];
type Of<One extends Kind> = Extract<SessionRefusal, { kind: One }>;

const texts: { readonly [One in Kind]: (refusal: Of<One>) => string } = {
  'not-validated': ({ says }) =>
    says === ''
      ? t('The server did not validate this login. Log in again.')
      : t('The server did not validate this login and says "{says}". Log in again.', { says }),
  'no-expiry': ({ expiry }) =>
    t('The login has no expiry that can be read ("{expiry}"). Tell your administrator.', { expiry }),
  expired: ({ expiry }) => t('This login expired on {expiry}. Log in again.', { expiry }),
  'other-account': ({ email, wanted }) =>
    t('This is the login of {email}. To continue here, log in as {wanted}.', { email, wanted }),
  'not-stored': () =>
    t(
      'The login could not be stored in this browser. Free some space or allow site data for this address, then log ' +
        'in again.',
    ),
};

/** The words of a refusal, in the language of the page. */
export function refusalText<One extends Kind>(refusal: Of<One>): string {
  return texts[refusal.kind as One](refusal);
}
