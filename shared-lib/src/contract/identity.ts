import * as v from 'valibot';

/** What somebody can prove his identity with: the password, a code of an app, a passkey, or a recovery code. */
export const proofKinds = ['password', 'totp', 'passkey', 'recovery'] as const;
export type ProofKind = (typeof proofKinds)[number];

const offers = v.array(v.picklist(proofKinds));

/**
 * What a refusal asks for before the same can be done, in its field `challenge` (S17, S18, S20, S27). `factor`: the
 * password was right, and a second factor opens the session with this ticket, within five minutes. `proof`: the last
 * proof of identity is too old for this call. `new-password`: an admin chose the password, and its owner has to choose
 * another before anything else. `enrol`: the account has to add a second factor before anything else.
 */
export const identityChallenge = v.variant('kind', [
  v.object({
    kind: v.literal('factor'),
    ticket: v.string(),
    offers,
    /** What the browser is asked for a passkey with. */
    passkey: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.object({
    kind: v.literal('proof'),
    offers,
    /** A login at the identity provider proves it too (S30). */
    bySignOn: v.optional(v.boolean()),
  }),
  v.object({ kind: v.literal('new-password') }),
  v.object({ kind: v.literal('enrol') }),
]);
export type IdentityChallenge = v.InferOutput<typeof identityChallenge>;

/** The challenge of a refusal; undefined for one that asks for nothing, or for what this version does not know. */
export function readChallenge(value: unknown): IdentityChallenge | undefined {
  const result = v.safeParse(identityChallenge, value);
  return result.success ? result.output : undefined;
}

/** Minutes for which a proof of identity counts (S18). */
export const PROOF_MINUTES = 5;
