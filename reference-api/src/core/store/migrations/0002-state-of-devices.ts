import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../dialect.ts';
import type { StoreMigration } from './migration-list.ts';

const locks = `new.status = 'acknowledged' and new.reported_as in ('LOCK', 'UNLOCK')`;

/** A late acknowledgement of an earlier command changes nothing, nor does one of a former enrolment. */
const takeLock = `update devices
      set lock_state = case new.reported_as when 'LOCK' then 'LOCKED' else 'UNLOCKED' end,
        lock_at = new.created_at, lock_command = new.id
      where imei1 = new.imei and claim_status = 'ENROLLED'
        and (lock_at is null or lock_at < new.created_at
          or (lock_at = new.created_at and lock_command < new.id))`;

const columns = [
  `alter table devices add column lock_state text not null default ''`,
  `alter table devices add column lock_at text`,
  `alter table devices add column lock_command bigint`,
  `alter table commands add column devices integer`,
];

const triggers: Readonly<Record<StoreDialect, readonly string[]>> = {
  sqlite: [
    `create trigger commands_lock_insert after insert on commands when ${locks}
      begin ${takeLock}; end`,
    `create trigger commands_lock_update after update of status on commands when ${locks}
      begin ${takeLock}; end`,
    `create trigger devices_enrolment after update of claim_status on devices
      when new.claim_status <> old.claim_status
      begin update devices set lock_state = '', lock_at = new.updated_at, lock_command = null
        where imei1 = new.imei1; end`,
  ],
  postgres: [
    `create function commands_take_lock() returns trigger language plpgsql as $$
      begin ${takeLock}; return null; end $$`,
    `create trigger commands_lock after insert or update of status on commands
      for each row when (${locks}) execute function commands_take_lock()`,
    `create function devices_end_lock() returns trigger language plpgsql as $$
      begin new.lock_state := ''; new.lock_at := new.updated_at; new.lock_command := null; return new; end $$`,
    `create trigger devices_enrolment before update of claim_status on devices
      for each row when (new.claim_status <> old.claim_status) execute function devices_end_lock()`,
  ],
};

/** The database keeps it itself, so that it is true while servers of an earlier version settle commands too. */
export const stateOfDevices = (dialect: StoreDialect): StoreMigration => ({
  name: '0002-state-of-devices',
  kind: 'schema',
  async up(db: Kysely<unknown>) {
    for (const statement of [...columns, ...triggers[dialect]]) await sql.raw(statement).execute(db);
  },
});
