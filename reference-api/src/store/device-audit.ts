import { ALL_DEVICES, executedColumns } from './commands.ts';
import type { Database } from './store.ts';

/** Everything about one device by its first IMEI, newest first (A2), each list up to `limit`. Commands to all devices belong to it while it was registered. */
export async function auditOfDevice(db: Database, imei: string, limit: number) {
  const registration = await db.selectFrom('registrations').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').limit(limit).execute();
  const release = await db.selectFrom('releases').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').limit(limit).execute();
  const deenroll = await db.selectFrom('enrolments').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').limit(limit).execute();
  const own = await db.selectFrom('commands').select(executedColumns).where('imei', '=', imei).orderBy('id', 'desc').limit(limit).execute();
  const registeredAt = await firstRegistration(db, imei);
  const broadcasts = registeredAt === undefined ? [] : await db.selectFrom('commands').select(executedColumns)
    .where('imei', '=', ALL_DEVICES).where('created_at', '>=', registeredAt).orderBy('id', 'desc').limit(limit).execute();
  const commands = [...own, ...broadcasts].toSorted((left, right) => right.id - left.id).slice(0, limit);
  return { registration, release, deenroll, commands };
}

async function firstRegistration(db: Database, imei: string): Promise<string | undefined> {
  const row = await db.selectFrom('registrations').select('created_at').where('imei1', '=', imei).orderBy('id').limit(1).executeTakeFirst();
  return row?.created_at;
}
