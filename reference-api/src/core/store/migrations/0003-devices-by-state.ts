import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../dialect.ts';
import { buildIndexes } from './indexes.ts';
import type { StoreMigration } from './migration-list.ts';

/** Devices that one statement looks at: others write in between. */
const SLICE = 10_000;

/** The newest acknowledged Lock or Unlock of the current enrolment, for devices of a slice. */
const takeLocks = (after: string, end: string) => sql`
  update devices set lock_state = known.lock_state, lock_at = known.created_at, lock_command = known.id
  from (
    select commands.imei, commands.created_at, commands.id,
      case commands.reported_as when 'LOCK' then 'LOCKED' else 'UNLOCKED' end as lock_state
    from devices as phone join commands on commands.id = (
      select newest.id from commands as newest
      where newest.imei = phone.imei1 and newest.status = 'acknowledged'
        and newest.reported_as in ('LOCK', 'UNLOCK')
        and newest.created_at > coalesce(
          (select max(enrolments.created_at) from enrolments where enrolments.imei1 = phone.imei1), '')
      order by newest.created_at desc, newest.id desc limit 1)
    where phone.imei1 > ${after} and phone.imei1 <= ${end} and phone.claim_status = 'ENROLLED'
  ) as known
  where devices.imei1 = known.imei and devices.claim_status = 'ENROLLED'
    and (devices.lock_at is null or devices.lock_at < known.created_at
      or (devices.lock_at = known.created_at and devices.lock_command < known.id))`;

/** Of the devices that were there before the database kept it. */
async function takeEarlierLocks(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ end: string | null }>`
      select max(imei1) as "end" from (
        select imei1 from devices where imei1 > ${after} order by imei1 limit ${SLICE}) as slice`.execute(db);
    const end = rows[0]?.end ?? null;
    if (end === null) return;
    await takeLocks(after, end).execute(db);
    after = end;
  }
}

export const devicesByState = (dialect: StoreDialect): StoreMigration => ({
  name: '0003-devices-by-state',
  kind: 'indexes',
  async up(db: Kysely<unknown>) {
    await takeEarlierLocks(db);
    await buildIndexes(db, dialect, {
      devices_states: 'devices (claim_status, lock_state, imei1)',
      // The last four digits of an IMEI: one device of ten thousand has them.
      devices_imei1_end: 'devices (substr(imei1, 12), imei1)',
      devices_imei2_end: `devices (substr(imei2, 12), imei1) where imei2 <> ''`,
    });
  },
});
