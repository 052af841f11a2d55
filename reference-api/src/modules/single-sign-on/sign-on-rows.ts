import type { Generated, Insertable, Updateable } from 'kysely';
import { deleteEndedOf, PIECE_ROWS, type DeletePiece } from '../../core/housekeeping.ts';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** A login at the identity provider that is under way, from the page's question to its session (S21). */
interface SingleSignOnTable {
  id: Generated<number>;
  state_hash: Fixed<string>;
  /** Of what the asking page keeps. */
  handle_hash: Fixed<string>;
  /** Both are emptied by the callback. */
  nonce: string;
  verifier: string;
  created_at: Fixed<Time>;
  /** Of the question, and from the callback on of its code. */
  expires_at: Time;
  /** When the callback came. */
  taken_at: Generated<Time | null>;
  code_hash: Generated<string | null>;
  subject: Generated<string | null>;
  /** Only one that the provider vouches for. */
  email: Generated<string | null>;
  /** What the operator is told instead of being logged in. */
  failure: Generated<string | null>;
  used_at: Generated<Time | null>;
  /** How somebody logged in there, as the provider states it: a class, and methods separated by spaces. */
  acr: Generated<string | null>;
  amr: Generated<string | null>;
  /** Sealed; emptied with the use of the code. */
  id_token: Generated<string | null>;
  /** The session whose holder proves who he is; null of a login (S30). */
  session_id: Generated<number | null>;
}

/** Which subject of which issuer logs in as which account (S22). */
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

/** Keeps a single sign-on that is under way (S21). */
export async function insertSingleSignOn(db: Database, begun: Insertable<SingleSignOnTable>): Promise<void> {
  await db.insertInto('single_sign_ons').values(begun).execute();
}

/** Takes the state of a callback, once: what its answer is checked by, or undefined where it is not open any more. */
export function takeState(db: Database, stateHash: string, now: string) {
  return db
    .updateTable('single_sign_ons')
    .set({ taken_at: now })
    .where('state_hash', '=', stateHash)
    .where('taken_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'nonce', 'verifier', 'created_at', 'session_id'])
    .executeTakeFirst();
}

/** What came of a callback: who it was, or why nobody. */
export type CallbackOutcome = Pick<
  Updateable<SingleSignOnTable>,
  'subject' | 'email' | 'acr' | 'amr' | 'id_token' | 'failure'
>;

/** Keeps what came of a callback for whoever shows its code in time; the secrets of the question go. */
export async function keepOutcome(
  db: Database,
  id: number,
  code: { readonly codeHash: string; readonly expiresAt: string },
  outcome: CallbackOutcome,
): Promise<void> {
  await db
    .updateTable('single_sign_ons')
    .set({ nonce: '', verifier: '', code_hash: code.codeHash, expires_at: code.expiresAt, ...outcome })
    .where('id', '=', id)
    .execute();
}

/**
 * Uses a code up with the handle of the page that asked: what came of its callback, or undefined. The code of a login
 * proves nothing of a session, and that of a session's proof opens none: `sessionId` is null for a login.
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

/** The account that a subject of an issuer is linked to. */
export async function findLinkedAccount(db: Database, issuer: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** True for an account that is linked to a subject of an issuer. */
export async function isLinked(db: Database, accountId: number, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_identities')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Links an account to a subject of an issuer; false where the account is another subject's already, or the subject
 * another account's.
 */
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

/** Takes away what an account was linked to, since a time where that is said; how many links there were. */
export async function unlinkAccount(db: Database, accountId: number, since = ''): Promise<number> {
  const rows = await db
    .deleteFrom('account_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '>=', since)
    .returning('id')
    .execute();
  return rows.length;
}

/** Closes the logins at the identity provider that have only to be shown a code to open a session of an account. */
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

/** Logins whose time is over. */
export const deleteSingleSignOns = deleteEndedOf('single_sign_ons', 'id', 'expires_at');

/** ID tokens of sessions that are over by their time; those that were ended have none. */
export const forgetIdTokens: DeletePiece = async (db, before) => {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where('id_token', 'is not', null)
    .where('expires_at', '<', before)
    .limit(PIECE_ROWS);
  const gone = await db
    .updateTable('sessions')
    .set({ id_token: null })
    .where('id', 'in', old)
    .returning('id')
    .execute();
  return gone.length === PIECE_ROWS;
};

/** The sealed ID token of a session; undefined without one. It goes with the session's end. */
export async function findIdToken(db: Database, id: number): Promise<string | undefined> {
  const session = await db.selectFrom('sessions').select('id_token').where('id', '=', id).executeTakeFirst();
  return session?.id_token ?? undefined;
}
