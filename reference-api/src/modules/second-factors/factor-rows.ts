import type { Selectable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

export type StoredFactor = Selectable<Schema['second_factors']>;

/** Reads the confirmed factors of an account, the oldest first. */
export function factorsOf(db: Database, accountId: number): Promise<readonly StoredFactor[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

export async function accountsWithFactors(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('second_factors')
    .select('account_id')
    .distinct()
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/**
 * Deletes unconfirmed factors, and factors and codes added since a time, by default all; all codes if no factor is
 * left. Returns how many factors in use and unused codes are gone.
 */
export async function deleteFactors(db: Database, accountId: number, since = '') {
  const gone = await db
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]))
    .returning('confirmed_at')
    .execute();
  const isAnyLeft = (await factorsOf(db, accountId)).length > 0;
  const codes = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .$if(isAnyLeft, (query) => query.where('created_at', '>=', since))
    .returning('used_at')
    .execute();
  return {
    factors: gone.filter(({ confirmed_at: at }) => at !== null).length,
    codes: codes.filter(({ used_at: at }) => at === null).length,
  };
}

export function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('used_at', 'is', null));
}

/** Uses up a session's challenge and returns it; undefined if none is open. */
export async function takeSessionChallenge(
  db: Database,
  sessionId: number,
  purpose: Schema['identity_challenges']['purpose'],
  now: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity_challenges')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : undefined;
}

/** Closes an account's logins that wait for a factor, and its sessions' challenges; returns how many logins. */
export async function closeChallenges(db: Database, accountId: number): Promise<number> {
  const closed = await db
    .deleteFrom('identity_challenges')
    .where('account_id', '=', accountId)
    .returning('purpose')
    .execute();
  return closed.filter(({ purpose }) => purpose === 'login').length;
}
