import type { ConsoleConfig } from '../contract/index.ts';
import type { RegistryEntry } from '../remote/host.ts';
import { verifySignature, type SignatureResult } from './signature.ts';
import type { Registry } from './registry.ts';
import { concernsCanary, readWithdrawals, withdrawalText, type CanaryWithdrawal } from './withdrawal.ts';

/** A canary that nobody gets any more. */
export interface WithdrawnCanary {
  readonly id: string;
  readonly version: string;
  readonly baseUrl: string;
  /** ISO 8601. */
  readonly at: string;
  /** One sentence. */
  readonly reason: string;
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

  const looked = await Promise.all(
    registry.entries.map(async (entry) => ({ entry, withdrawal: await withdrawalOf(entry) })),
  );
  return {
    ...registry,
    entries: looked.map(({ entry, withdrawal }) => (withdrawal ? { ...entry, canary: null } : entry)),
    withdrawn: looked.flatMap(({ entry: { id, canary }, withdrawal }) =>
      withdrawal && canary
        ? [
            {
              id,
              version: canary.declaration.version,
              baseUrl: canary.baseUrl,
              at: withdrawal.at,
              reason: withdrawal.reason,
            },
          ]
        : [],
    ),
  };
}
