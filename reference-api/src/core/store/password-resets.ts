import type { Role } from '@device-console/shared-lib/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** Of a link that an admin has mailed. No hash is empty, so no link that was asked for by its owner has it. */
export const NO_HANDLE = '';

/** Hashes of the mailed secret and of the kept handle (D18). */
export interface LinkProof {
  readonly secretHash: string;
  readonly handleHash: string;
}

/** Returns the account's id. One statement finds it and inserts, so that an unknown e-mail takes the same work. */
export async function insertLink(
  db: Database,
  email: string,
  ofRoles: readonly Role[],
  link: LinkProof & { readonly purpose: 'reset' | 'invitation'; readonly at: string; readonly expiresAt: string },
): Promise<number | undefined> {
  const { purpose, secretHash, handleHash, at, expiresAt } = link;
  const { rows } = await sql<{ account_id: number }>`
    insert into password_resets (account_id, purpose, secret_hash, handle_hash, created_at, expires_at)
    select id, ${purpose}, ${secretHash}, ${handleHash}, ${at}, ${expiresAt}
    from accounts where email = ${email} and status = 'ACTIVE' and role in (${sql.join([...ofRoles])})
    returning account_id`.execute(db);
  return rows[0]?.account_id;
}

function openLink({ secretHash, handleHash }: LinkProof, now: string) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'password_resets'>) =>
    and([
      eb('secret_hash', '=', secretHash),
      eb('handle_hash', '=', handleHash),
      eb('used_at', 'is', null),
      eb('expires_at', '>', now),
    ]);
}

export async function ownerOfOpenLink(db: Database, proof: LinkProof, now: string): Promise<number | undefined> {
  const open = db.selectFrom('password_resets').select('account_id').where(openLink(proof, now));
  return (await open.executeTakeFirst())?.account_id;
}

/** Uses a link up; returns its account, or undefined if it is no longer open. */
export async function takeLink(db: Database, proof: LinkProof, now: string): Promise<number | undefined> {
  const row = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(openLink(proof, now))
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
}

/** Closes an account's open links; returns how many could still be used. */
export async function closePasswordResets(db: Database, accountId: number, at: string): Promise<number> {
  const closed = await db
    .updateTable('password_resets')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .returning('expires_at')
    .execute();
  return closed.filter(({ expires_at: end }) => end > at).length;
}

/** Accounts whose invitation can still be accepted at `now`. */
export async function invitedAccounts(db: Database, now: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('password_resets')
    .select('account_id')
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}
