import * as v from 'valibot';
import { answerFields, each, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, anonymous, beyond, partlyBeyond, sealed, shows, showsNothing } from './define-call.ts';
import { email, empty, secret, unknownOrNumber, word } from './fields.ts';

/** A permission of the session (S9). */
const sessionPermission = v.object({ permission_name: wireText });

/**
 * The opened answer of login.php (S9, D1); a refused login has only status and message. Beyond the specification are
 * `notice`, a sentence for the operator, such as that an older session ended (S13), and `idle_minutes`, after which a
 * session ends that nobody used (S11).
 */
export const loginAnswer = v.object({
  ...answerFields,
  ...each(wireOptionalText, 'id', 'token', 'email', 'userlevel', 'expiry', 'loggedin'),
  permissions: wireList(sessionPermission),
  ...each(wireOptionalText, 'retailer_phone', 'clientof', 'notice'),
  idle_minutes: unknownOrNumber,
});
export type LoginAnswer = v.InferOutput<typeof loginAnswer>;

/** Where a browser goes at the identity provider, and what its page keeps for the return (S21, S30). */
const providerAnswer = v.object({ ...answerFields, address: wireOptionalText, handle: wireOptionalText });

/** Logging in and out, and a new password (S1 to S9, P1); single sign-on (S21) is beyond the specification. */
export const sessionCalls = {
  login: shows(
    anonymous('login.php', 'plain', v.object({ email, password: secret, client: v.optional(word) }), loginAnswer),
    ['status', 'message', 'expiry'],
  ),
  forgotPassword: shows(
    anonymous(
      'forgotPassword.php',
      'sealed',
      v.object({ email }),
      v.object({ ...answerFields, token: wireOptionalText }),
    ),
    ['status', 'token', 'message'],
  ),
  resetPassword: showsNothing(
    partlyBeyond(
      anonymous(
        'reset_password.php',
        'sealed',
        v.object({ token: secret, newPassword: secret, requestToken: v.optional(secret) }),
        plainAnswer,
      ),
      ['requestToken'],
    ),
  ),
  /** Begins a login at the identity provider: `address` is its page, `handle` is kept for the return (S21). */
  beginSignIn: beyond(anonymous('beginSignIn.php', 'sealed', empty, providerAnswer)),
  /** Opens a session for the code of the provider and the page's handle, once, within a minute (S21). */
  signInByCode: beyond(
    anonymous(
      'signInByCode.php',
      'sealed',
      v.object({ code: secret, handle: secret, client: v.optional(word) }),
      loginAnswer,
    ),
  ),
  logout: showsNothing(sealed('POST', 'logout.php', 'session', empty, plainAnswer)),
  /**
   * Logs out as `logout` does, and where the session came from the identity provider tells where the browser goes to
   * end that one too: `address`, '' for nowhere. `notice` says so where the provider is away (S28).
   */
  signOut: added(
    'signOut.php',
    'session',
    empty,
    v.object({ ...answerFields, address: wireOptionalText, notice: wireOptionalText }),
  ),
  /** Begins a proof of identity at the identity provider; `address` and `handle` as in `beginSignIn` (S30). */
  beginSignOnProof: added('beginSignOnProof.php', 'session', empty, providerAnswer),
  /** Proves who the caller is by the code that the provider's answer gave and the handle, once, in a minute (S30). */
  proveBySignOn: added('proveBySignOn.php', 'session', v.object({ code: secret, handle: secret }), plainAnswer),
} as const;
