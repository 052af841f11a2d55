import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../dialect.ts';
import type { StoreMigration } from './migration-list.ts';

const tables = [
  `create table command_figures (
    period text not null default '',
    account_id bigint not null,
    shard integer not null default 0,
    open integer not null default 0,
    acknowledged integer not null default 0,
    failed integer not null default 0,
    expired integer not null default 0,
    unknown integer not null default 0,
    cancelled integer not null default 0,
    primary key (period, account_id, shard)
  )`,
  `create table device_figures (
    period text not null default '',
    shard integer not null default 0,
    registered integer not null default 0,
    reregistered integer not null default 0,
    deenrolled integer not null default 0,
    released integer not null default 0,
    primary key (period, shard)
  )`,
  `create table device_totals (
    claim_status text not null default '',
    app_version text not null default '',
    brand text not null default '',
    model text not null default '',
    shard integer not null default 0,
    devices integer not null default 0,
    locked integer not null default 0,
    unlocked integer not null default 0,
    primary key (claim_status, app_version, brand, model, shard)
  )`,
];

/** The quarter of an hour of a moment: days of every time zone are made of whole ones. */
const periodOf = (at: string): string =>
  `substr(${at}, 1, 14) || case when substr(${at}, 15, 2) < '15' then '00' when substr(${at}, 15, 2) < '30' then '15'
    when substr(${at}, 15, 2) < '45' then '30' else '45' end`;

const states = {
  open: `in ('queued', 'sent')`,
  ...{ acknowledged: `= 'acknowledged'`, failed: `= 'failed'`, expired: `= 'expired'` },
  ...{ unknown: `= 'unknown'`, cancelled: `= 'cancelled'` },
};
const stateNames = Object.keys(states);
const ofState = (value: (condition: string) => string): string => Object.values(states).map(value).join(', ');

const added = (table: string, columns: readonly string[]): string =>
  columns.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

const commandColumns = `command_figures (period, account_id, shard, ${stateNames.join(', ')})`;
const toCommands = `on conflict (period, account_id, shard) do update set ${added('command_figures', stateNames)}`;
const toEvents = (name: string): string =>
  `on conflict (period, shard) do update set ${added('device_figures', [name])}`;
const totalKeys = ['claim_status', 'app_version', 'brand', 'model'];
const totalColumns = `device_totals (${totalKeys.join(', ')}, shard, devices, locked, unlocked)`;
const toTotals = `on conflict (${totalKeys.join(', ')}, shard) do update
  set ${added('device_totals', ['devices', 'locked', 'unlocked'])}`;

/** It moves between two figures: on its way to the phone it stays open. */
const changesFigure = `new.status <> old.status
  and not (new.status in ('queued', 'sent') and old.status in ('queued', 'sent'))`;
const totalled = [...totalKeys, 'lock_state'];
const changesTotal = totalled.map((name) => `new.${name} <> old.${name}`).join(' or ');

/** The tables of what happens to devices, each with its figures and the rows that count for them. */
const events = [
  { table: 'registrations', figures: [{ name: 'registered', when: 'true' }] },
  { table: 'releases', figures: [{ name: 'released', when: 'true' }] },
  {
    table: 'enrolments',
    figures: [
      { name: 'reregistered', when: `action = 'RE-REGISTERED'` },
      { name: 'deenrolled', when: `action = 'DE-ENROLLED'` },
    ],
  },
];

/** SQLite has one writer, and so one shard. */
function sqliteTriggers(): string[] {
  const total = (row: string, by: number) => `insert into ${totalColumns}
    values (${totalKeys.map((name) => `${row}.${name}`).join(', ')}, 0, ${by}, ${by} * (${row}.lock_state = 'LOCKED'),
      ${by} * (${row}.lock_state = 'UNLOCKED')) ${toTotals}`;
  return [
    `create trigger commands_figures_insert after insert on commands
      begin insert into ${commandColumns}
        values (${periodOf('new.created_at')}, new.account_id, 0, ${ofState((is) => `new.status ${is}`)})
        ${toCommands}; end`,
    `create trigger commands_figures_update after update of status on commands when ${changesFigure}
      begin insert into ${commandColumns} values (${periodOf('new.created_at')}, new.account_id, 0,
        ${ofState((is) => `(new.status ${is}) - (old.status ${is})`)}) ${toCommands}; end`,
    ...events.flatMap(({ table, figures }) =>
      figures.map(
        ({ name, when }) => `create trigger ${table}_${name} after insert on ${table}
          when ${when === 'true' ? 'true' : `new.${when}`}
          begin insert into device_figures (period, shard, ${name}) values (${periodOf('new.created_at')}, 0, 1)
            ${toEvents(name)}; end`,
      ),
    ),
    `create trigger devices_totals_insert after insert on devices begin ${total('new', 1)}; end`,
    `create trigger devices_totals_update after update of ${totalled.join(', ')} on devices
      when ${changesTotal} begin ${total('old', -1)}; ${total('new', 1)}; end`,
  ];
}

/** Runs as the owner of the tables: a server of the version before may have no right to new ones yet. */
const postgresFunction = (name: string, statement: string): string =>
  `create function ${name}() returns trigger language plpgsql security definer set search_path from current as $$
    begin ${statement}; return null; end $$`;

/** Each connection has rows of its own, its shard: no two writers ever wait for each other. */
function postgresTriggers(): string[] {
  const shard = 'pg_backend_pid()';
  const perStatement = (table: string, trigger: string) =>
    `create trigger ${trigger} after insert on ${table} referencing new table as added
      for each statement execute function ${trigger}()`;
  const total = (row: string, by: number) => `select
    ${totalKeys.map((name) => `${row}.${name} as ${name}`).join(', ')}, ${by} as devices,
    case ${row}.lock_state when 'LOCKED' then ${by} else 0 end as locked,
    case ${row}.lock_state when 'UNLOCKED' then ${by} else 0 end as unlocked`;
  return [
    postgresFunction(
      'commands_figures_insert',
      `insert into ${commandColumns}
        select ${periodOf('created_at')}, account_id, ${shard},
          ${ofState((is) => `count(*) filter (where status ${is})`)}
        from added group by 1, 2 order by 1, 2 ${toCommands}`,
    ),
    perStatement('commands', 'commands_figures_insert'),
    postgresFunction(
      'commands_figures_update',
      `insert into ${commandColumns} values (${periodOf('new.created_at')}, new.account_id, ${shard},
        ${ofState((is) => `(new.status ${is})::int - (old.status ${is})::int`)}) ${toCommands}`,
    ),
    `create trigger commands_figures_update after update of status on commands
      for each row when (${changesFigure}) execute function commands_figures_update()`,
    ...events.flatMap(({ table, figures }) => [
      postgresFunction(
        `${table}_figures_insert`,
        figures
          .map(
            ({ name, when }) => `insert into device_figures (period, shard, ${name})
              select ${periodOf('created_at')}, ${shard}, count(*) from added where ${when} group by 1 order by 1
              ${toEvents(name)}`,
          )
          .join('; '),
      ),
      perStatement(table, `${table}_figures_insert`),
    ]),
    postgresFunction(
      'devices_totals_insert',
      `insert into ${totalColumns}
        select ${totalKeys.join(', ')}, ${shard}, count(*), count(*) filter (where lock_state = 'LOCKED'),
          count(*) filter (where lock_state = 'UNLOCKED')
        from added group by 1, 2, 3, 4 order by 1, 2, 3, 4 ${toTotals}`,
    ),
    perStatement('devices', 'devices_totals_insert'),
    postgresFunction(
      'devices_totals_update',
      `insert into ${totalColumns}
        select ${totalKeys.join(', ')}, ${shard}, sum(devices), sum(locked), sum(unlocked)
        from (${total('old', -1)} union all ${total('new', 1)}) as changed
        group by 1, 2, 3, 4 order by 1, 2, 3, 4 ${toTotals}`,
    ),
    `create trigger devices_totals_update after update of ${totalled.join(', ')} on devices
      for each row when (${changesTotal}) execute function devices_totals_update()`,
  ];
}

/** The database keeps them itself: they are true while servers of the version before write commands too. */
export const figures = (dialect: StoreDialect): StoreMigration => ({
  name: '0005-figures',
  kind: 'schema',
  async up(db: Kysely<unknown>) {
    const triggers = dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers();
    for (const statement of [...tables, ...triggers]) await sql.raw(statement).execute(db);
  },
});
