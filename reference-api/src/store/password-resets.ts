import type { Database } from './store.ts';

export async function insertPasswordReset(
  db: Database, reset: { accountId: number; secretHash: string; handleHash: string; at: string; expiresAt: string },
): Promise<void> {
  await db.insertInto('password_resets').values({
    account_id: reset.accountId, secret_hash: reset.secretHash, handle_hash: reset.handleHash,
    created_at: reset.at, expires_at: reset.expiresAt, used_at: null,
  }).execute();
}

/** Uses a reset up: the account it is for, or undefined when secret and handle do not belong together, it was used, or it is too old. */
export async function takePasswordReset(db: Database, secretHash: string, handleHash: string, now: string): Promise<number | undefined> {
  const row = await db.updateTable('password_resets').set({ used_at: now })
    .where('secret_hash', '=', secretHash).where('handle_hash', '=', handleHash)
    .where('used_at', 'is', null).where('expires_at', '>', now)
    .returning('account_id').executeTakeFirst();
  return row?.account_id;
}

/** Makes every other open reset of an account useless. */
export async function closePasswordResets(db: Database, accountId: number, at: string): Promise<void> {
  await db.updateTable('password_resets').set({ used_at: at }).where('account_id', '=', accountId).where('used_at', 'is', null).execute();
}
