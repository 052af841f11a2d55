import type { Generated } from 'kysely';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** A login at the identity provider that is under way, from the page's request to its session (S21). */
interface SingleSignOnTable {
  id: Generated<number>;
  state_hash: Fixed<string>;
  /** Hash of the secret that the asking page keeps. */
  handle_hash: Fixed<string>;
  /** The callback empties `nonce` and `verifier`. */
  nonce: string;
  verifier: string;
  created_at: Fixed<Time>;
  /** When the request expires; after the callback, when its code does. */
  expires_at: Time;
  taken_at: Generated<Time | null>;
  code_hash: Generated<string | null>;
  subject: Generated<string | null>;
  /** Only an e-mail that the provider has verified. */
  email: Generated<string | null>;
  /** The message for the operator if the login failed. */
  failure: Generated<string | null>;
  used_at: Generated<Time | null>;
  /** How somebody logged in, as the provider states: a class, and methods separated by spaces. */
  acr: Generated<string | null>;
  amr: Generated<string | null>;
  /** Sealed; emptied when the code is used. */
  id_token: Generated<string | null>;
  /** The session whose holder proves who they are; null for a login (S30). */
  session_id: Generated<number | null>;
}

/** Which subject of which issuer logs in to which account (S22). */
interface AccountIdentityTable {
  id: Generated<number>;
  account_id: Fixed<number>;
  issuer: Fixed<string>;
  subject: Fixed<string>;
  linked_at: Fixed<Time>;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    single_sign_ons: SingleSignOnTable;
    account_identities: AccountIdentityTable;
  }
}

/**
 * Uses up a code, with the handle of the page that asked: returns the result of its callback, or undefined. A login's
 * code proves nothing for a session, and a proof's code opens no session: `sessionId` is null for a login.
 */
export async function takeCode(
  db: Database,
  proof: { readonly codeHash: string; readonly handleHash: string; readonly sessionId: number | null },
  now: string,
) {
  const { codeHash, handleHash, sessionId } = proof;
  const taken = await db
    .updateTable('single_sign_ons')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('handle_hash', '=', handleHash)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'subject', 'email', 'failure', 'acr', 'amr', 'id_token'])
    .executeTakeFirst();
  if (taken) await db.updateTable('single_sign_ons').set({ id_token: null }).where('id', '=', taken.id).execute();
  return taken;
}

export async function findLinkedAccount(db: Database, issuer: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

export async function isLinked(db: Database, accountId: number, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_identities')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Links an account to a subject of an issuer; false if the account or the subject is linked already. */
export async function linkAccount(
  db: Database,
  link: { readonly accountId: number; readonly issuer: string; readonly subject: string; readonly at: string },
): Promise<boolean> {
  const row = await db
    .insertInto('account_identities')
    .values({ account_id: link.accountId, issuer: link.issuer, subject: link.subject, linked_at: link.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the links of an account that were made since a time, by default all; returns how many. */
export async function unlinkAccount(db: Database, accountId: number, since = ''): Promise<number> {
  const rows = await db
    .deleteFrom('account_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '>=', since)
    .returning('id')
    .execute();
  return rows.length;
}

/** Closes logins at the identity provider whose code could still open a session of an account; returns how many. */
export async function closeSingleSignOns(
  db: Database,
  { id, email }: { readonly id: number; readonly email: string },
  at: string,
): Promise<number> {
  const subjects = db.selectFrom('account_identities').select('subject').where('account_id', '=', id);
  const rows = await db
    .updateTable('single_sign_ons')
    .set({ used_at: at })
    .where('code_hash', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where((where) => where.or([where('email', '=', email), where('subject', 'in', subjects)]))
    .returning('id')
    .execute();
  return rows.length;
}
