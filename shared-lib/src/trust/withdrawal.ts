import * as v from 'valibot';
import { signedText, type RegistryEntry } from '../remote/host.ts';

/** The most characters of a reason, which is one sentence for operators. */
export const REASON_LENGTH = 300;

/**
 * Takes back a canary for everybody, in `withdrawals` of `registry.json`. The entry and its team's signature stay as
 * they are. It names one publication of one build, and affects no other.
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

/** The signed text of a withdrawal. It begins as no entry does, so that a signature cannot serve for both. */
export function withdrawalText(withdrawal: Omit<CanaryWithdrawal, 'signature'>): string {
  const { id, baseUrl, publishedAt, at, reason, keyId } = withdrawal;
  return `canary-withdrawal ${signedText({ id, baseUrl, publishedAt, at, reason, keyId })}`;
}

const withWithdrawals = v.object({ withdrawals: v.array(v.unknown()) });

/** The withdrawals in a registry, whoever signed them, without those that cannot be read. */
export function readWithdrawals(document: unknown): readonly CanaryWithdrawal[] {
  const parsed = v.safeParse(withWithdrawals, document);
  if (!parsed.success) return [];
  return parsed.output.withdrawals.flatMap((candidate) => {
    const read = v.safeParse(canaryWithdrawal, candidate);
    return read.success ? [read.output] : [];
  });
}

/** True if a withdrawal names the canary that an entry has now. */
export function concernsCanary(
  { id, baseUrl, publishedAt }: CanaryWithdrawal,
  entry: Pick<RegistryEntry, 'id' | 'canary'>,
): boolean {
  return entry.id === id && entry.canary?.baseUrl === baseUrl && entry.canary.publishedAt === publishedAt;
}
