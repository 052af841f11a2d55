// Withdraws canaries for everybody, by a list in the registry next to the teams' signed entries, which it never
// changes.
/** @import { ConsoleConfig } from '@device-console/shared-lib/contract' */
/** @import { WithdrawnCanary } from '@device-console/shared-lib/trust' */
/** @import { Key } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
/** @import { EntryDocument } from './rules.mjs' */
/** @import { Store } from './store.mjs' */
import { signEntry } from './keys.mjs';
import { readRegistryOf } from './registry.mjs';
import {
  completeEntry,
  concernsCanary,
  honourWithdrawals,
  nameOwnership,
  readWithdrawals,
  REASON_LENGTH,
  withdrawalText,
} from './rules.mjs';
import { documentText, untilUnchanged } from './store.mjs';

/**
 * @typedef {EntryDocument & { canary: NonNullable<EntryDocument['canary']> }} EntryWithCanary
 * @typedef {{ key: Key, reason: string, at: string }} Withdrawal
 */

/**
 * An item of config.json's withdrawalKeys. Without `remotes`, the key may withdraw the canary of any remote.
 * @type {(key: Pick<Key, 'keyId' | 'publicKey'>, remotes?: string[]) => ConsoleConfig['withdrawalKeys'][number]}
 */
export const listedWatchKey = ({ keyId, publicKey }, remotes) => ({ keyId, publicKey, ...(remotes && { remotes }) });

/**
 * @type {(document: RegistryDocument, withdrawalKeys: ConsoleConfig['withdrawalKeys']) => Promise<readonly
 *   WithdrawnCanary[]>}
 */
export async function validWithdrawals({ remotes, withdrawals }, withdrawalKeys) {
  const entries = remotes.flatMap((entry) => (entry?.canary ? [completeEntry(entry)] : []));
  const { withdrawn } = await honourWithdrawals(
    { withdrawals },
    { entries, problems: [], refused: [], notices: [], ownership: nameOwnership([], []) },
    { keys: withdrawalKeys },
  );
  return withdrawn;
}

/**
 * Withdraws the canary of `entry`; false if its team ended it meanwhile. Also removes withdrawals of canaries that are
 * gone.
 * @type {(store: Store, entry: EntryWithCanary, by: Withdrawal) => Promise<boolean>}
 */
export function withdrawCanary(store, entry, { key, reason, at }) {
  const { id, canary } = entry;
  const { baseUrl, publishedAt } = canary;
  const unsigned = { id, baseUrl, publishedAt, at, reason: reason.slice(0, REASON_LENGTH) };
  const withdrawal = signEntry(unsigned, key, withdrawalText);
  return untilUnchanged(async () => {
    const { document, tag } = await readRegistryOf(store, id);
    const entries = document.remotes.flatMap((current) => (current ? [completeEntry(current)] : []));
    if (!entries.some((current) => concernsCanary(withdrawal, current))) return false;
    const kept = readWithdrawals(document).filter((other) => entries.some((current) => concernsCanary(other, current)));
    const withdrawals = [...kept.filter((other) => other.id !== id || other.keyId !== key.keyId), withdrawal];
    await store.replace('registry.json', documentText({ ...document, withdrawals }), tag);
    return true;
  });
}
