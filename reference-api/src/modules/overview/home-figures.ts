import { countRows } from '../../core/store/count-rows.ts';
import { commandsIn, commandsInTrouble, type Stretch } from './commands-of-days.ts';
import type { Database } from '../../core/store/store.ts';

export async function deviceEventsIn(db: Database, { from, before }: Stretch) {
  const enrolments = await db
    .selectFrom('enrolments')
    .select((select) => ['action', select.fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .groupBy('action')
    .execute();
  const enrolled = (action: 'DE-ENROLLED' | 'RE-REGISTERED') =>
    enrolments.find((row) => row.action === action)?.count ?? 0;
  return {
    registered: await countRows(
      db.selectFrom('registrations').where('created_at', '>=', from).where('created_at', '<', before),
    ),
    reregistered: enrolled('RE-REGISTERED'),
    deenrolled: enrolled('DE-ENROLLED'),
    released: await countRows(
      db.selectFrom('releases').where('created_at', '>=', from).where('created_at', '<', before),
    ),
  };
}

export function commandsByStatus(db: Database, accountId: number | null, stretch: Stretch) {
  return commandsIn(db, accountId, stretch)
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}

/** Counts devices whose commands need attention, by report and status of the command. */
export function devicesInTrouble(db: Database, accountId: number | null, now: Date) {
  return commandsInTrouble(db, accountId, now)
    .select((select) => ['report', 'status', select.fn.count<number>('imei').distinct().as('count')])
    .groupBy(['report', 'status'])
    .execute();
}

export function newestByHand(db: Database, accountId: number, limit: number) {
  return db
    .selectFrom('commands')
    .select(['created_at', 'action', 'imei', 'status'])
    .where('account_id', '=', accountId)
    .where('interface', '=', 'S')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
