import type { Generated, Insertable } from 'kysely';
import type { Fixed, Schema, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** `login`: the password was right. `proof` and `registration`: challenges for a passkey in a session. */
type ChallengePurpose = 'login' | 'proof' | 'registration';

interface IdentityChallengeTable {
  id: Generated<number>;
  account_id: number;
  session_id: Generated<number | null>;
  purpose: ChallengePurpose;
  ticket_hash: string;
  /** What a passkey signs; '' if none is asked for. */
  challenge: string;
  created_at: Fixed<Time>;
  expires_at: Time;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    identity_challenges: IdentityChallengeTable;
  }
}

/** Stores a challenge; replaces a session's earlier one for the same purpose. */
export async function insertChallenge(
  db: Database,
  challenge: Omit<Insertable<Schema['identity_challenges']>, 'id'>,
): Promise<void> {
  const { account_id, purpose, session_id } = challenge;
  if (typeof session_id === 'number')
    await db
      .deleteFrom('identity_challenges')
      .where('session_id', '=', session_id)
      .where('purpose', '=', purpose)
      .where('account_id', '=', account_id)
      .execute();
  await db.insertInto('identity_challenges').values(challenge).execute();
}

export function findLogin(db: Database, ticketHash: string, now: string) {
  return db
    .selectFrom('identity_challenges')
    .select(['id', 'account_id', 'challenge'])
    .where('ticket_hash', '=', ticketHash)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a challenge up; false if it was already used or closed. */
export async function takeChallenge(db: Database, id: number): Promise<boolean> {
  const row = await db.deleteFrom('identity_challenges').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Uses up a session's challenge and returns it; undefined if none is open. */
export async function takeSessionChallenge(
  db: Database,
  sessionId: number,
  purpose: ChallengePurpose,
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
