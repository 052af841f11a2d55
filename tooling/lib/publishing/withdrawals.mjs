// Withdraws canaries for everybody, by a list beside the teams' signed entries. An entry is never changed.
/** @import { ConsoleConfig } from '@device-console/shared-lib/contract' */
/** @import { CanaryWithdrawal, WithdrawnCanary } from '@device-console/shared-lib/trust' */
/** @import { Key } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
/** @import { EntryDocument } from './rules.mjs' */
/** @import { Store } from './store.mjs' */
import { sign } from 'node:crypto';
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
import { documentText, StoreConflict } from './store.mjs';

/**
 * An entry that has a canary.
 * @typedef {EntryDocument & { canary: NonNullable<EntryDocument['canary']> }} EntryWithCanary
 *
 * The key that withdraws, when and why.
 * @typedef {{ key: Key, reason: string, at: string }} Withdrawal
 */

const attempts = 100;

/**
 * An item of config.json's withdrawalKeys; without `remotes` it may withdraw the canaries of all.
 * @type {(key: Pick<Key, 'keyId' | 'publicKey'>, remotes?: string[]) => ConsoleConfig['withdrawalKeys'][number]}
 */
export const listedWatchKey = ({ keyId, publicKey }, remotes) => ({ keyId, publicKey, ...(remotes && { remotes }) });

/**
 * The withdrawals of a registry that `withdrawalKeys` make valid: `{ id, version, at, reason }` each.
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

/** @type {(entry: Pick<EntryWithCanary, 'id' | 'canary'>, by: Withdrawal) => CanaryWithdrawal} */
function signed({ id, canary: { baseUrl, publishedAt } }, { reason, at, key: { keyId, privateKey } }) {
  const unsigned = { id, baseUrl, publishedAt, at, reason: reason.slice(0, REASON_LENGTH), keyId };
  const signature = sign('sha256', Buffer.from(withdrawalText(unsigned)), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');
  return { ...unsigned, signature };
}

/**
 * Withdraws the canary that `entry` has, by `{ key, reason, at }`, if it is still there; false when its team was
 * quicker. Withdrawals of canaries that are gone are left out on the way.
 * @type {(store: Store, entry: EntryWithCanary, by: Withdrawal) => Promise<boolean>}
 */
export async function withdrawCanary(store, entry, by) {
  const withdrawal = signed(entry, by);
  for (let attempt = 1; ; attempt += 1) {
    const { document, tag } = await readRegistryOf(store, entry.id);
    const entries = document.remotes.flatMap((current) => (current ? [completeEntry(current)] : []));
    if (!entries.some((current) => concernsCanary(withdrawal, current))) return false;
    const kept = readWithdrawals(document).filter((other) => entries.some((current) => concernsCanary(other, current)));
    const withdrawals = [...kept.filter(({ id, keyId }) => id !== entry.id || keyId !== withdrawal.keyId), withdrawal];
    try {
      await store.replace('registry.json', documentText({ ...document, withdrawals }), tag);
      return true;
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === attempts) throw error;
    }
  }
}
