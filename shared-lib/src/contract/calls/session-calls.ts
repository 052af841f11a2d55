import * as v from 'valibot';
import { answerWith, fieldsOf, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, specified } from './define-call.ts';
import { email, empty, returned, secret, unknownOrNumber, word } from './fields.ts';

const sessionPermission = v.object({ permission_name: wireText });

/**
 * The opened answer of login.php (S9, D1); a refused login has only status and message. Beyond the specification:
 * `notice`, a sentence for the operator, such as that an older session ended (S13), and `idle_minutes`, after which an
 * unused session ends (S11).
 */
export const loginAnswer = answerWith({
  ...fieldsOf(wireOptionalText, 'id', 'token', 'email', 'userlevel', 'expiry', 'loggedin'),
  permissions: wireList(sessionPermission),
  ...fieldsOf(wireOptionalText, 'retailer_phone', 'clientof', 'notice'),
  idle_minutes: unknownOrNumber,
});
export type LoginAnswer = v.InferOutput<typeof loginAnswer>;

/** The identity provider's page, and what the page keeps for the return (S21, S30). */
const providerAnswer = fieldsOf(wireOptionalText, 'address', 'handle');

/** Login, logout and new passwords (S1 to S9, P1); single sign-on (S21) is beyond the specification. */
export const sessionCalls = {
  login: specified('login.php', 'anyone', { email, password: secret, client: v.optional(word) }, loginAnswer, {
    request: 'plain',
    shows: ['status', 'message', 'expiry'],
  }),
  forgotPassword: specified('forgotPassword.php', 'anyone', { email }, answerWith({ token: wireOptionalText }), {
    shows: ['status', 'token', 'message'],
  }),
  resetPassword: specified(
    'reset_password.php',
    'anyone',
    { token: secret, newPassword: secret, requestToken: v.optional(secret) },
    plainAnswer,
    { shows: [], beyondBody: ['requestToken'] },
  ),
  /** Begins a login at the identity provider: `address` is its page, `handle` is kept for the return (S21). */
  beginSignIn: added('beginSignIn.php', 'anyone', empty, providerAnswer),
  /** Opens a session by the provider's answer and the page's handle, once (S21). */
  signInByCode: added(
    'signInByCode.php',
    'anyone',
    { code: returned, handle: secret, client: v.optional(word) },
    loginAnswer.entries,
  ),
  logout: specified('logout.php', 'session', empty, plainAnswer, { shows: [] }),
  /**
   * Logs out like `logout`. For a session from the identity provider, `address` is where the browser ends that one too,
   * '' if nowhere; `notice` says if the provider is down (S28).
   */
  signOut: added('signOut.php', 'session', empty, { address: wireOptionalText, notice: wireOptionalText }),
  /** Begins a proof of identity at the identity provider; `address` and `handle` as in `beginSignIn` (S30). */
  beginSignOnProof: added('beginSignOnProof.php', 'session', empty, providerAnswer),
  /** Proves the caller's identity by the provider's answer and the handle, once (S30). */
  proveBySignOn: added('proveBySignOn.php', 'session', { code: returned, handle: secret }, empty),
} as const;
