// Takes canaries back for everybody, by a document beside their teams' signed entries: an entry is never touched.
import { sign } from 'node:crypto';
import { readRegistryOf } from './registry.mjs';
import { concernsCanary, honourWithdrawals, readWithdrawals, REASON_LENGTH, withdrawalText } from './rules.mjs';
import { documentText, StoreConflict } from './store.mjs';

const attempts = 100;

/** An item of config.json's withdrawalKeys; without `remotes` it may withdraw the canaries of all. */
export const listedWatchKey = ({ keyId, publicKey }, remotes) => ({ keyId, publicKey, ...(remotes && { remotes }) });

/** The withdrawals of a registry that `withdrawalKeys` make valid: `{ id, version, at, reason }` each. */
export async function validWithdrawals({ remotes, withdrawals }, withdrawalKeys) {
  const entries = remotes.filter((entry) => entry?.canary);
  const { withdrawn } = await honourWithdrawals(
    { withdrawals },
    { entries, problems: [], refused: [] },
    { keys: withdrawalKeys },
  );
  return withdrawn;
}

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
 */
export async function withdrawCanary(store, entry, by) {
  const withdrawal = signed(entry, by);
  for (let attempt = 1; ; attempt += 1) {
    const { document, tag } = await readRegistryOf(store, entry.id);
    if (!document.remotes.some((current) => concernsCanary(withdrawal, current ?? {}))) return false;
    const kept = readWithdrawals(document).filter((other) =>
      document.remotes.some((current) => concernsCanary(other, current ?? {})),
    );
    const withdrawals = [...kept.filter(({ id, keyId }) => id !== entry.id || keyId !== withdrawal.keyId), withdrawal];
    try {
      await store.replace('registry.json', documentText({ ...document, withdrawals }), tag);
      return true;
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === attempts) throw error;
    }
  }
}
