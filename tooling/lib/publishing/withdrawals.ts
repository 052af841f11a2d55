// Withdraws canaries for everybody, by a list in the registry next to the teams' signed entries, which it never
// changes.
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { WithdrawnCanary } from '@device-console/shared-lib/trust';
import { type Key, signEntry } from './keys.ts';
import { type RegistryDocument, readRegistryOf } from './registry.ts';
import {
  type EntryDocument,
  concernsCanary,
  honourWithdrawals,
  nameOwnership,
  readWithdrawals,
  REASON_LENGTH,
  usableEntries,
  withdrawalText,
} from './rules.ts';
import { type Store, documentText, untilUnchanged } from './store.ts';

export type EntryWithCanary = EntryDocument & { canary: NonNullable<EntryDocument['canary']> };

type Withdrawal = { key: Key; reason: string; at: string };

/** An item of config.json's withdrawalKeys. The key may withdraw the canary of any remote. */
export const listedWatchKey = ({ keyId, publicKey }: Omit<Key, 'privateKey'>) => ({ keyId, publicKey });

export async function validWithdrawals(
  { remotes, withdrawals }: RegistryDocument,
  withdrawalKeys: ConsoleConfig['withdrawalKeys'],
): Promise<readonly WithdrawnCanary[]> {
  const { withdrawn } = await honourWithdrawals(
    { withdrawals },
    { entries: usableEntries(remotes), problems: [], refused: [], notices: [], ownership: nameOwnership([], []) },
    { keys: withdrawalKeys },
  );
  return withdrawn;
}

/**
 * Withdraws the canary of `entry`; false if its team ended it meanwhile. Also removes withdrawals of canaries that are
 * gone.
 */
export function withdrawCanary(store: Store, entry: EntryWithCanary, { key, reason, at }: Withdrawal) {
  const { id, canary } = entry;
  const { baseUrl, publishedAt } = canary;
  const unsigned = { id, baseUrl, publishedAt, at, reason: reason.slice(0, REASON_LENGTH) };
  const withdrawal = signEntry(unsigned, key, withdrawalText);
  return untilUnchanged(async () => {
    const { document, tag } = await readRegistryOf(store, id);
    const entries = usableEntries(document.remotes);
    if (!entries.some((current) => concernsCanary(withdrawal, current))) return false;
    const kept = readWithdrawals(document).filter((other) => entries.some((current) => concernsCanary(other, current)));
    const withdrawals = [...kept.filter((other) => other.id !== id || other.keyId !== key.keyId), withdrawal];
    await store.replace('registry.json', documentText({ ...document, withdrawals }), tag);
    return true;
  });
}
