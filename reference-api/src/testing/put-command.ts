import { commandByAction, type CommandState } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import type { Schema } from '../core/store/schema.ts';
import { isoAfter } from '../core/time/clock.ts';
import type { TestApi } from './test-api.ts';

/** Stores a lock, or the command that `more` makes of it, which somebody sent `ago` milliseconds ago. */
export async function putCommand(
  { store, clock }: Pick<TestApi, 'store' | 'clock'>,
  { imei, by, ago, status }: { readonly imei: string; readonly by: string; readonly ago: number; status: CommandState },
  { action = 'lock', ...more }: Partial<Insertable<Schema['commands']>> = {},
): Promise<void> {
  const { variant } = commandByAction(action) ?? {};
  const sender = store.db.selectFrom('accounts').select('id').where('email', '=', by);
  const { id } = await sender.executeTakeFirstOrThrow();
  const at = isoAfter(clock.now(), -ago);
  const transaction_id = `${imei} ${ago} ${status} ${by}`;
  await store.db
    .insertInto('commands')
    .values({
      ...{ transaction_id, account_id: id, user_email: by, imei, interface: 'S', action, status, attempts: 1 },
      ...{ reported_as: variant?.reportedAs ?? '', report: variant?.report ?? '', payload: '{}' },
      ...{ filename: '', reason: '', failure: '' },
      ...{ next_attempt_at: at, created_at: at, updated_at: at },
      ...more,
    })
    .execute();
}
