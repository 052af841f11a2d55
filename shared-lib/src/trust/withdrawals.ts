import * as v from 'valibot';
import type { ConsoleConfig } from '../contract/index.ts';
import { type RegistryEntry, type RemoteDeclaration, signedText } from '../remote/host.ts';
import { verifySignature, type SignatureResult } from './signature.ts';
import type { Registry } from './registry.ts';

/** A canary that nobody gets any more. */
export interface WithdrawnCanary extends Pick<CanaryWithdrawal, 'id' | 'baseUrl' | 'at' | 'reason'> {
  readonly version: string;
  readonly declaration: RemoteDeclaration;
}

/** A registry without its withdrawn canaries. */
export interface UsableRegistry extends Registry {
  readonly withdrawn: readonly WithdrawnCanary[];
}

interface WithdrawalOptions {
  /** Of config.json. */
  readonly keys: ConsoleConfig['withdrawalKeys'];
  readonly verify?: (publicKey: string, text: string, signature: string) => Promise<SignatureResult>;
}

/** Withdrawals checked for one canary: the document may hold any number of false ones. */
const CHECKED = 5;

/**
 * Removes from a checked registry the canaries that its document withdraws, if signed by a key that may withdraw them.
 * Other withdrawals change nothing, and none changes a live release.
 */
export async function honourWithdrawals(
  document: unknown,
  registry: Registry,
  { keys, verify = verifySignature }: WithdrawalOptions,
): Promise<UsableRegistry> {
  const all = readWithdrawals(document);

  async function isValid(withdrawal: CanaryWithdrawal): Promise<boolean> {
    const { id, keyId, signature } = withdrawal;
    const key = keys.find((candidate) => candidate.keyId === keyId);
    if (!key || (key.remotes && !key.remotes.includes(id))) return false;
    return (await verify(key.publicKey, withdrawalText(withdrawal), signature)) === 'valid';
  }

  async function withdrawalOf(entry: RegistryEntry): Promise<CanaryWithdrawal | null> {
    for (const candidate of all.filter((one) => concernsCanary(one, entry)).slice(0, CHECKED)) {
      if (await isValid(candidate)) return candidate;
    }
    return null;
  }

  const checked = await Promise.all(
    registry.entries.map(async (entry) => ({ entry, withdrawal: await withdrawalOf(entry) })),
  );
  return {
    ...registry,
    entries: checked.map(({ entry, withdrawal }) => (withdrawal ? { ...entry, canary: null } : entry)),
    withdrawn: checked.flatMap(({ entry: { canary }, withdrawal }) => {
      if (!withdrawal || !canary) return [];
      const { id, baseUrl, at, reason } = withdrawal;
      const { declaration } = canary;
      return [{ id, version: declaration.version, baseUrl, at, reason, declaration }];
    }),
  };
}

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
