import { sql } from 'kysely';
import type { Account } from '../../core/store/accounts.ts';
import { givenTexts } from '../../core/store/given-rows.ts';
import { ALL_INTERFACES } from '../../core/store/commands.ts';
import type { Database } from '../../core/store/store.ts';
import { cancelUnsent, idsAfter } from '../operations/command-decisions.ts';

/** Most commands that one statement cancels. */
const PIECE = 2_000;

/** Cancels an account's commands that certainly were not sent; returns how many. */
export async function cancelUnsentOf(db: Database, accountId: number, reason: string, at: string): Promise<number> {
  let cancelled = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await idsAfter(db, { state: 'queued', unsent: true, accountId }, after, PIECE);
    cancelled += (await cancelUnsent(db, ids, reason, at)).size;
    after = ids.at(-1);
  }
  return cancelled;
}

/** Gives an account's unfinished batches to another holder's run, which sends nothing; returns how many. */
export async function holdBatchesOf(
  db: Database,
  accountId: number,
  holder: { readonly holder_id: number; readonly run: string; readonly place: string },
): Promise<number> {
  const rows = await db
    .updateTable('batches')
    .set(holder)
    .where('holder_id', '=', accountId)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  return rows.length;
}

/** Counts, by action, commands that accounts sent since a time and that may have reached phones. */
export function sentSince(db: Database, accountIds: readonly number[], since: string) {
  return db
    .selectFrom('commands')
    .select((select) => ['action', select.fn.countAll<number>().as('count')])
    .where('account_id', 'in', accountIds)
    .where('interface', 'in', ALL_INTERFACES)
    .where('created_at', '>=', since)
    .where((where) => where.or([where('handed_at', 'is not', null), where('status', '=', 'acknowledged')]))
    .groupBy('action')
    .orderBy('action')
    .execute();
}

/** Selects accounts' successful calls since a time about no device. `imei` is a literal, as in its partial index. */
function actionsSince(db: Database, accountIds: readonly number[], since: string, paths: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .where('account_id', 'in', accountIds)
    .where('at', '>=', since)
    .where('imei', '=', sql.lit(''))
    .where('outcome', '=', 'success')
    .where('call', 'in', paths);
}

export function countActionsSince(
  db: Database,
  accountIds: readonly number[],
  since: string,
  paths: readonly string[],
) {
  return actionsSince(db, accountIds, since, paths)
    .select((select) => ['call', select.fn.countAll<number>().as('count')])
    .groupBy('call')
    .orderBy('call')
    .execute();
}

export function firstActionsSince(
  db: Database,
  accountIds: readonly number[],
  since: string,
  path: string,
  limit: number,
) {
  return actionsSince(db, accountIds, since, [path])
    .select(['at', 'action', 'detail'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function actionDetailsSince(db: Database, accountId: number, since: string, paths: readonly string[]) {
  const rows = await actionsSince(db, [accountId], since, paths).select('detail').orderBy('id').execute();
  return rows.map(({ detail }) => detail);
}

export function accountsMadeSince(
  db: Database,
  emails: readonly string[],
  since: string,
): Promise<readonly Pick<Account, 'id' | 'email' | 'contained_at' | 'status'>[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'contained_at', 'status'])
    .where('email', 'in', givenTexts(db, emails))
    .where('created_at', '>=', since)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
}
