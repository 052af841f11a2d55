import * as v from 'valibot';
import { signedText, type RegistryEntry } from '../remote/host.ts';

/** Characters of a reason, one sentence for operators. */
export const REASON_LENGTH = 300;

/**
 * Withdraws a canary for everybody, in `withdrawals` of `registry.json`. The entry and its team's signature stay
 * unchanged. It names one publication of one build, and affects no other.
 */
const canaryWithdrawal = v.object({
  id: v.string(),
  /** `baseUrl` and `publishedAt` of the canary: the same build published again is not withdrawn. */
  baseUrl: v.string(),
  publishedAt: v.string(),
  /** ISO 8601. */
  at: v.string(),
  /** One sentence. */
  reason: v.pipe(v.string(), v.maxLength(REASON_LENGTH)),
  /** Which of config.json's withdrawalKeys signed it. */
  keyId: v.string(),
  /** ECDSA P-256 with SHA-256 over {@link withdrawalText}, as base64url of r and s. */
  signature: v.string(),
});
export type CanaryWithdrawal = v.InferOutput<typeof canaryWithdrawal>;

/** The signed text of a withdrawal. Its beginning differs from any entry's, so that no signature serves for both. */
export function withdrawalText(withdrawal: Omit<CanaryWithdrawal, 'signature'>): string {
  const { id, baseUrl, publishedAt, at, reason, keyId } = withdrawal;
  return `canary-withdrawal ${signedText({ id, baseUrl, publishedAt, at, reason, keyId })}`;
}

const withWithdrawals = v.object({ withdrawals: v.array(v.unknown()) });

/** The readable withdrawals in a registry, whoever signed them. */
export function readWithdrawals(document: unknown): readonly CanaryWithdrawal[] {
  const parsed = v.safeParse(withWithdrawals, document);
  if (!parsed.success) return [];
  return parsed.output.withdrawals.flatMap((candidate) => {
    const read = v.safeParse(canaryWithdrawal, candidate);
    return read.success ? [read.output] : [];
  });
}

/** True if a withdrawal names the entry's present canary. */
export function concernsCanary(
  { id, baseUrl, publishedAt }: CanaryWithdrawal,
  entry: Pick<RegistryEntry, 'id' | 'canary'>,
): boolean {
  return entry.id === id && entry.canary?.baseUrl === baseUrl && entry.canary.publishedAt === publishedAt;
}
