import * as v from 'valibot';
import { signedText, type RegistryEntry } from '../remote/host.ts';

/** Most characters of a reason: it is one sentence for operators. */
export const REASON_LENGTH = 300;

/**
 * A canary that is taken back for everybody, in `withdrawals` of `registry.json` beside the entries: the entry and its
 * team's signature stay as they are. It names one publication of one build, and does nothing to any other.
 */
const canaryWithdrawal = v.object({
  /** The remote. */
  id: v.string(),
  /** `baseUrl` and `publishedAt` of the canary: the same build published again is not withdrawn. */
  baseUrl: v.string(),
  publishedAt: v.string(),
  /** When it was withdrawn, ISO 8601. */
  at: v.string(),
  /** Why, in one sentence. */
  reason: v.pipe(v.string(), v.maxLength(REASON_LENGTH)),
  /** Which of config.json's withdrawalKeys signed it. */
  keyId: v.string(),
  /** ECDSA P-256 with SHA-256 over {@link withdrawalText}, as base64url of r and s. */
  signature: v.string(),
});
export type CanaryWithdrawal = v.InferOutput<typeof canaryWithdrawal>;

/** What a withdrawal's signature is over; it begins as no entry does, so that neither stands for the other. */
export function withdrawalText(withdrawal: Omit<CanaryWithdrawal, 'signature'>): string {
  const { id, baseUrl, publishedAt, at, reason, keyId } = withdrawal;
  return `canary-withdrawal ${signedText({ id, baseUrl, publishedAt, at, reason, keyId })}`;
}

const withWithdrawals = v.object({ withdrawals: v.array(v.unknown()) });

/** The withdrawals that a registry holds, signed by whomever; what cannot be read is none. */
export function readWithdrawals(document: unknown): readonly CanaryWithdrawal[] {
  const parsed = v.safeParse(withWithdrawals, document);
  if (!parsed.success) return [];
  return parsed.output.withdrawals.flatMap((candidate) => {
    const read = v.safeParse(canaryWithdrawal, candidate);
    return read.success ? [read.output] : [];
  });
}

/** True where a withdrawal is of the canary that an entry has now. */
export function concernsCanary(
  { id, baseUrl, publishedAt }: CanaryWithdrawal,
  entry: Pick<RegistryEntry, 'id' | 'canary'>,
): boolean {
  return entry.id === id && entry.canary?.baseUrl === baseUrl && entry.canary.publishedAt === publishedAt;
}
