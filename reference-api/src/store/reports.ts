import { ALL_DEVICES } from './commands.ts';
import type { Database } from './store.ts';

/** The moments of a report: `from` included, `before` not. */
interface TimeRange {
  readonly from: string;
  readonly before: string;
}

/** Registrations of a range, newest first (R3); at most `limit`. */
export function registrationsBetween(db: Database, range: TimeRange, match: 'ALL' | 'YES' | 'NO', limit: number) {
  return db.selectFrom('registrations').selectAll()
    .where('created_at', '>=', range.from).where('created_at', '<', range.before)
    .$if(match !== 'ALL', (query) => query.where('matched', '=', match === 'NO' ? 'NO' : 'YES'))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** De-enrolments and re-registrations of a range, newest first (R4). */
export function enrolmentsBetween(db: Database, range: TimeRange, limit: number) {
  return db.selectFrom('enrolments').selectAll()
    .where('created_at', '>=', range.from).where('created_at', '<', range.before)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Executed commands of a report and range, newest first (R5). */
export function commandsBetween(db: Database, report: string, range: TimeRange, limit: number) {
  return db.selectFrom('commands').selectAll().where('report', '=', report)
    .where('created_at', '>=', range.from).where('created_at', '<', range.before)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Uploaded files of a report and range, newest first (R5). */
export function uploadsBetween(db: Database, report: string, range: TimeRange, limit: number) {
  return db.selectFrom('uploads').selectAll().where('report', '=', report)
    .where('created_at', '>=', range.from).where('created_at', '<', range.before)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Everything about one device by its first IMEI, newest first (A2). Commands to all devices belong to it while it was registered. */
export async function auditOfDevice(db: Database, imei: string) {
  const registration = await db.selectFrom('registrations').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').execute();
  const release = await db.selectFrom('releases').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').execute();
  const deenroll = await db.selectFrom('enrolments').selectAll().where('imei1', '=', imei).orderBy('id', 'desc').execute();
  const own = await db.selectFrom('commands').selectAll().where('imei', '=', imei).orderBy('id', 'desc').execute();
  const first = registration.at(-1)?.created_at;
  const broadcasts = first === undefined ? [] : await db.selectFrom('commands').selectAll()
    .where('imei', '=', ALL_DEVICES).where('created_at', '>=', first).orderBy('id', 'desc').execute();
  const commands = [...own, ...broadcasts].toSorted((left, right) => right.id - left.id);
  return { registration, release, deenroll, commands };
}
