import * as v from 'valibot';
import { answerFields, each, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, anonymous, beyond, change } from './define-call.ts';
import { email, empty, secret, superadminsOnly, unknownOrNumber, word } from './fields.ts';
import { loginAnswer } from './session-calls.ts';

/** A second factor of the caller's account (S15): `totp` or `passkey`; `last_used_at` is '' before its first use. */
const factorRow = v.object({
  ...each(wireText, 'id', 'kind', 'name'),
  created_at: wireOptionalText,
  last_used_at: wireOptionalText,
});
export type FactorRow = v.InferOutput<typeof factorRow>;

/** WebAuthn nests five deep; what is nested without bounds ends whoever walks through it. */
const PASSKEY_DEPTH = 10;

const contentsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** True for a value that holds objects or lists in each other at most so often. */
function isAtMostDeep(value: unknown, most: number): boolean {
  let level = contentsOf(value);
  for (let depth = 1; depth < most && level.length > 0; depth += 1) level = level.flatMap(contentsOf);
  return level.every((inner) => contentsOf(inner).length === 0);
}

/** What a browser says for a passkey, or what it is asked with: JSON as WebAuthn Level 3 has it. */
const passkeyJson = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => isAtMostDeep(value, PASSKEY_DEPTH), `may be nested at most ${PASSKEY_DEPTH} deep`),
);

/** How somebody proves who he is: one of the fields. */
const proof = {
  code: v.optional(secret),
  recoveryCode: v.optional(secret),
  passkey: v.optional(passkeyJson),
};

/** New recovery codes, separated by spaces; '' where none were made. They are answered once and kept nowhere (S16). */
const codesAnswer = v.object({ ...answerFields, codes: wireOptionalText });

/** Second factors and the proof of identity; all of it beyond the specification (S15 to S20). */
export const factorCalls = {
  /** Opens the session of a login whose password was right, with its ticket and a second factor (S17). */
  loginFactor: beyond(anonymous('loginFactor.php', 'sealed', v.object({ ticket: secret, ...proof }), loginAnswer)),
  /** The confirmed factors of the caller's account, and how many recovery codes are left (S15). */
  ownFactors: added(
    'ownFactors.php',
    'session',
    empty,
    v.object({
      ...answerFields,
      items: wireList(factorRow),
      recovery_codes: unknownOrNumber,
      /** `off`, `offered` or `required`, for the caller's role. */
      policy: wireOptionalText,
      /** `yes` where browsers make passkeys for this console. */
      passkeys: wireOptionalText,
    }),
  ),
  /** Begins to add an authenticator app: its secret in base32, and the same as an otpauth URI (S15). */
  addTotp: added(
    'addTotp.php',
    'session',
    empty,
    v.object({ ...answerFields, id: wireOptionalText, secret: wireOptionalText, uri: wireOptionalText }),
  ),
  /** Adds the app that was begun, proven by a code of it; the first factor comes with recovery codes (S15, S16). */
  confirmTotp: added(
    'confirmTotp.php',
    'session',
    v.object({ id: word, name: word, code: secret }),
    codesAnswer,
    'change',
  ),
  /** Begins to add a passkey: what the browser is asked with (S19). */
  addPasskey: added(
    'addPasskey.php',
    'session',
    empty,
    v.object({ ...answerFields, passkey: v.optional(passkeyJson, {}) }),
  ),
  /** Adds the passkey that the browser has made (S19). */
  confirmPasskey: added(
    'confirmPasskey.php',
    'session',
    v.object({ name: word, passkey: passkeyJson }),
    codesAnswer,
    'change',
  ),
  /** Takes one of the own factors away; with the last one go the recovery codes (S15). */
  removeFactor: change('removeFactor.php', 'session', v.object({ id: word })),
  /** Makes other recovery codes; the former ones count no more (S16). */
  renewRecoveryCodes: added('renewRecoveryCodes.php', 'session', empty, codesAnswer, 'change'),
  /** Takes all factors of another account away; its sessions end (S15). */
  resetFactors: change('resetFactors.php', superadminsOnly, v.object({ email })),
  /** How callers can prove their identity now: `offers`, joined by commas, and the options for a passkey. */
  identityOptions: added(
    'identityOptions.php',
    'session',
    empty,
    v.object({ ...answerFields, offers: wireOptionalText, passkey: v.optional(passkeyJson) }),
  ),
  /** Proves who the caller is: by a factor, or where the account has none by its password (S18). */
  proveIdentity: added(
    'proveIdentity.php',
    'session',
    v.object({ password: v.optional(secret), ...proof }),
    plainAnswer,
  ),
} as const;
