import * as v from 'valibot';

/** How users prove their identity: the password, a code of an app, a passkey, or a recovery code. */
export const proofKinds = ['password', 'totp', 'passkey', 'recovery'] as const;
export type ProofKind = (typeof proofKinds)[number];

const offers = v.array(v.picklist(proofKinds));

/**
 * What a refusal requires first, in its field `challenge` (S17, S18, S20, S27). `factor`: the password was right; a
 * second factor opens the session with this ticket, within five minutes. `proof`: the last proof of identity is too old
 * for this call. `new-password`: an admin chose the password, so the owner must choose another first. `enrol`: the
 * account must add a second factor first.
 */
export const identityChallenge = v.variant('kind', [
  v.object({
    kind: v.literal('factor'),
    ticket: v.string(),
    offers,
    /** Options of the browser's passkey request. */
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

/** The challenge of a refusal; undefined if none, or unknown to this version. */
export function readChallenge(value: unknown): IdentityChallenge | undefined {
  const result = v.safeParse(identityChallenge, value);
  return result.success ? result.output : undefined;
}

/** Minutes for which a proof of identity counts (S18). */
export const PROOF_MINUTES = 5;
