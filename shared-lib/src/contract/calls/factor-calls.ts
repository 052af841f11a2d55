import * as v from 'valibot';
import { fieldsOf, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, change } from './define-call.ts';
import { email, empty, secret, superadminsOnly, unknownOrNumber, word } from './fields.ts';
import { loginAnswer } from './session-calls.ts';

/** A second factor of the caller's account (S15); `last_used_at` is '' before its first use. */
const factorRow = v.object({
  ...fieldsOf(wireText, 'id', 'kind', 'name'),
  created_at: wireOptionalText,
  last_used_at: wireOptionalText,
});
export type FactorRow = v.InferOutput<typeof factorRow>;

/** WebAuthn nests five deep; unbounded nesting would crash whoever walks through it. */
const PASSKEY_DEPTH = 10;

const contentsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** True if objects and lists are nested at most this deep. */
function isAtMostDeep(value: unknown, most: number): boolean {
  let level = contentsOf(value);
  for (let depth = 1; depth < most && level.length > 0; depth += 1) level = level.flatMap(contentsOf);
  return level.every((inner) => contentsOf(inner).length === 0);
}

/** A browser's passkey response, or its options: JSON as of WebAuthn Level 3. */
const passkeyJson = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => isAtMostDeep(value, PASSKEY_DEPTH), `may be nested at most ${PASSKEY_DEPTH} deep`),
);

/** One of these fields. */
const proof = {
  code: v.optional(secret),
  recoveryCode: v.optional(secret),
  passkey: v.optional(passkeyJson),
};

/** New recovery codes, separated by spaces; '' if none were made. Shown once and not kept (S16). */
const codes = { codes: wireOptionalText };

/** Second factors and proofs of identity; all beyond the specification (S15 to S20). */
export const factorCalls = {
  /** Opens the session of a login whose password was right, by its ticket and a second factor (S17). */
  loginFactor: added('loginFactor.php', 'anyone', { ticket: secret, ...proof }, loginAnswer.entries),
  /** The confirmed factors of the caller's account, and the number of recovery codes left (S15). */
  ownFactors: added('ownFactors.php', 'session', empty, {
    items: wireList(factorRow),
    recovery_codes: unknownOrNumber,
    /** `off`, `offered` or `required`, for the caller's role. */
    policy: wireOptionalText,
    /** `yes` if browsers can make passkeys for this console. */
    passkeys: wireOptionalText,
  }),
  /** Begins to add an authenticator app: its secret in base32, and as an otpauth URI (S15). */
  addTotp: added('addTotp.php', 'session', empty, fieldsOf(wireOptionalText, 'id', 'secret', 'uri')),
  /** Adds the app, proven by one of its codes; the first factor comes with recovery codes (S15, S16). */
  confirmTotp: added('confirmTotp.php', 'session', { id: word, name: word, code: secret }, codes, 'change'),
  /** Begins to add a passkey: options for the browser (S19). */
  addPasskey: added('addPasskey.php', 'session', empty, { passkey: v.optional(passkeyJson, {}) }),
  /** Adds the passkey that the browser has made (S19). */
  confirmPasskey: added('confirmPasskey.php', 'session', { name: word, passkey: passkeyJson }, codes, 'change'),
  /** Removes one of the caller's factors; the last one takes the recovery codes with it (S15). */
  removeFactor: change('removeFactor.php', 'session', { id: word }),
  /** Replaces the recovery codes (S16). */
  renewRecoveryCodes: added('renewRecoveryCodes.php', 'session', empty, codes, 'change'),
  /** Removes all factors of another account; its sessions end (S15). */
  resetFactors: change('resetFactors.php', superadminsOnly, { email }),
  /** How callers can prove their identity now: comma-joined `offers`, and the options for a passkey. */
  identityOptions: added('identityOptions.php', 'session', empty, {
    offers: wireOptionalText,
    passkey: v.optional(passkeyJson),
  }),
  /** Proves the caller's identity: by a factor, or by the password if the account has none (S18). */
  proveIdentity: added('proveIdentity.php', 'session', { password: v.optional(secret), ...proof }, empty),
} as const;
