import type { Role } from '@device-console/shared-lib/contract';
import type { Insertable, Updateable } from 'kysely';
import { exists } from './count-rows.ts';
import type { Schema } from './schema.ts';
import { heldIds, heldNames } from './permissions.ts';
import { openSessions } from './sessions.ts';
import { putSetting } from './settings.ts';
import type { Database } from './store.ts';

const accountColumns = [
  'accounts.id',
  'accounts.email',
  'accounts.phone',
  'accounts.role',
  'accounts.status',
  'accounts.client_of',
  'accounts.contained_at',
] as const;

export type Account = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

export function findAccountForLogin(db: Database, emailOrPhone: string) {
  return db
    .selectFrom('accounts')
    .select([...accountColumns, 'accounts.password_hash', 'accounts.first_password_until'])
    .where((where) => where.or([where('email', '=', emailOrPhone), where('phone', '=', emailOrPhone)]))
    .executeTakeFirst();
}

/** Locks an active account in the transaction; false if disabled or, with `passwordHash`, given another password. */
export async function holdAccount(db: Database, id: number, passwordHash?: string): Promise<boolean> {
  const row = await db
    .updateTable('accounts')
    .set((account) => ({ status: account.ref('status') }))
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends others wait here, and nowhere else: what they count is then all there is. */
export async function takeTurn(db: Database, id: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Lets running calls end, and none begin in the transaction. For another's account {@link holdManagement} first. */
export async function awaitCalls(db: Database, accountId: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

/** Changes of accounts wait for each other: two could take each other's access at the same moment. */
export const holdManagement = (db: Database): Promise<void> => putSetting(db, 'managers_lock', '');

export async function isOtherActive(db: Database, roles: readonly Role[], exceptId: number): Promise<boolean> {
  await holdManagement(db);
  const others = db.selectFrom('accounts').where('id', '<>', exceptId);
  return exists(others.where('role', 'in', roles).where('status', '=', 'ACTIVE'));
}

export const openAccounts = (db: Database) =>
  db.selectFrom('accounts').select(accountColumns).where('closed_at', 'is', null);

export function findAccountByEmail(db: Database, email: string) {
  return openAccounts(db).where('email', '=', email).executeTakeFirst();
}

export function findAccountById(db: Database, id: number) {
  return openAccounts(db).where('id', '=', id).executeTakeFirst();
}

export function isPhoneTaken(db: Database, phone: string, exceptId = 0): Promise<boolean> {
  return exists(db.selectFrom('accounts').where('phone', '=', phone).where('id', '<>', exceptId));
}

export type NewAccount = Omit<Insertable<Schema['accounts']>, 'id' | 'status' | 'client_of' | 'updated_at'>;

/** Returns its id; undefined if its e-mail or phone is taken. */
export async function insertAccount(db: Database, account: NewAccount): Promise<number | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ ...account, status: 'ACTIVE', client_of: '', updated_at: account.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateAccount(
  db: Database,
  id: number,
  change: Omit<Updateable<Schema['accounts']>, 'id'>,
  at: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** By e-mail, without closed ones; `logged_in`: a session is open at `now`, and not idle since `usedSince`. */
export function listAccounts(db: Database, now: string, usedSince?: string) {
  const open = openSessions(db, { at: now, usedSince }).select('account_id');
  return openAccounts(db)
    .select(['accounts.invited_at', heldNames, heldIds])
    .select((select) => select('accounts.id', 'in', open).as('logged_in'))
    .orderBy('email')
    .execute();
}
