import type { Generated, Insertable, Selectable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Fixed, Schema, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

type FactorKind = 'totp' | 'passkey';

interface SecondFactorTable {
  id: Generated<number>;
  account_id: number;
  kind: FactorKind;
  name: string;
  /** App: its sealed seed. Passkey: its public key in base64url. */
  secret: string;
  credential_id: Generated<string | null>;
  /** App: the last used step. Passkey: its signature counter. */
  counter: Generated<number>;
  /** Transports of a passkey, joined by commas. */
  transports: Generated<string | null>;
  created_at: Fixed<Time>;
  /** Null until the factor is proven. */
  confirmed_at: Generated<Time | null>;
  last_used_at: Generated<Time | null>;
}

interface RecoveryCodeTable {
  id: Generated<number>;
  account_id: number;
  code_hash: string;
  created_at: Fixed<Time>;
  used_at: Generated<Time | null>;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    second_factors: SecondFactorTable;
    recovery_codes: RecoveryCodeTable;
  }
}

const columns = [
  'id',
  'kind',
  'name',
  'secret',
  'credential_id',
  'counter',
  'transports',
  'created_at',
  'last_used_at',
] as const;

/** A confirmed factor, with the data to verify it. */
export type StoredFactor = Pick<Selectable<SecondFactorTable>, (typeof columns)[number]>;

/** Reads the confirmed factors of an account, the oldest first. */
export function factorsOf(db: Database, accountId: number): Promise<readonly StoredFactor[]> {
  return db
    .selectFrom('second_factors')
    .select(columns)
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

/** Starts adding an authenticator app, instead of one started before; returns its id. */
export async function beginTotp(
  db: Database,
  { accountId, secret, at }: { readonly accountId: number; readonly secret: string; readonly at: string },
): Promise<number> {
  await db.deleteFrom('second_factors').where('account_id', '=', accountId).where('confirmed_at', 'is', null).execute();
  const row = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, kind: 'totp', name: '', secret, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Finds an unconfirmed app of an account that was started after `since`. */
export function findBegunTotp(db: Database, accountId: number, id: number, since: string) {
  return db
    .selectFrom('second_factors')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Confirms a started app; `step` is that of the code that proved it. False if another request was faster. */
export async function confirmTotpRow(
  db: Database,
  id: number,
  { name, step, at }: { readonly name: string; readonly step: number; readonly at: string },
): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ name, counter: step, confirmed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a step of an app; false if this step or a later one was used before. */
export async function useTotpStep(db: Database, id: number, step: number, at: string): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ counter: step, last_used_at: at })
    .where('id', '=', id)
    .where('counter', '<', step)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a confirmed factor of an account and returns its kind and name; undefined if there is none. */
export function deleteFactor(db: Database, accountId: number, id: number) {
  return db
    .deleteFrom('second_factors')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .returning(['kind', 'name'])
    .executeTakeFirst();
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

/** Stores the hashes of new recovery codes; deletes all former ones. */
export async function replaceRecoveryCodes(
  db: Database,
  accountId: number,
  hashes: readonly string[],
  at: string,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash, created_at: at })))
    .execute();
}

/** Uses a recovery code; false if it is unknown or was used before. */
export async function useRecoveryCode(db: Database, accountId: number, hash: string, at: string): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('used_at', 'is', null));
}

/** Adds a passkey; false if any account has it already. */
export async function insertPasskey(
  db: Database,
  passkey: Omit<Insertable<SecondFactorTable>, 'kind' | 'confirmed_at'>,
): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ ...passkey, kind: 'passkey', confirmed_at: passkey.created_at })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a use of a passkey; false if its counter changed since it was read, for example by a copy of it. */
export async function notePasskeyUse(
  db: Database,
  accountId: number,
  before: { readonly id: string; readonly counter: number },
  counter: number,
  at: string,
): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ counter, last_used_at: at })
    .where('account_id', '=', accountId)
    .where('credential_id', '=', before.id)
    .where('counter', '=', before.counter)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

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
