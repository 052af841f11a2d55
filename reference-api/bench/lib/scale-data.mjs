// A console with many devices, commands and audits, made by PostgreSQL itself: indexes are built afterwards, and
// triggers leave the rows as they are.
import { hash } from '@node-rs/argon2';
import { parts, PASSWORD } from './operators.mjs';

const DAYS = 300;
const OPERATORS = 20;
/** What a share of the commands is: a number below 100, and the rest. */
const actions = [
  ['lock', 'LOCK', 45],
  ['unlock', 'UNLOCK', 85],
  ['notification', 'NOTIFICATION', 99],
  ['deviceaction', 'REBOOT', 100],
];

/** Makes a text of PostgreSQL that says when row `n` of `count` was made: the last one now. */
const momentOf = (count, days = DAYS) =>
  `to_char((now() at time zone 'UTC') - (${count} - n) * interval '${(days * 86_400_000) / count} milliseconds',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const imeiOf = (number) => `'35' || lpad((${number})::text, 13, '0')`;
/** Of a row's number, without a pattern that follows the rows. */
const spread = (most, salt = 7919) => `((n::bigint * ${salt} + n / 13) % ${most})`;

const actionCase = (place) =>
  `case ${actions.map((action) => `when ${spread(100, 31)} < ${action[2]} then '${action[place]}'`).join(' ')} end`;

const devicesOf = (count) => `
  insert into devices (imei1, imei2, brand, model, registration_status, app_version, app_type, last_command,
    claim_status, last_command_at, created_at, updated_at, lock_state, lock_at)
  select ${imeiOf('n')}, '36' || lpad(n::text, 13, '0'), 'Brand ' || n % 6, 'Model ' || n % 60, 'REGISTERED',
    '5.' || n % 7, 'Standard', ${actionCase(1)},
    case when n % 50 = 0 then 'RELEASED' when n % 40 = 0 then 'DE-ENROLLED' else 'ENROLLED' end,
    ${momentOf(count)}, ${momentOf(count)}, ${momentOf(count)},
    case when n % 50 = 0 or n % 40 = 0 then '' when n % 3 = 0 then 'LOCKED' when n % 3 = 1 then 'UNLOCKED' else '' end,
    ${momentOf(count)}
  from generate_series(1, ${count}) as n`;

/** One in a hundred of the last day is in trouble; the rest of it and the days before are acknowledged. */
const statusOf = (count) => {
  const recent = Math.ceil((count / DAYS) * 1.5);
  return `case when n > ${count - recent} and n % 100 < 4
    then (array['failed', 'sent', 'expired', 'unknown'])[1 + n % 4] else 'acknowledged' end`;
};

const commandsOf = (count, devices) => `
  insert into commands (account_id, transaction_id, user_email, imei, action, reported_as, report, filename, interface,
    payload, status, next_attempt_at, updated_at, created_at, uid)
  select 1 + n % ${OPERATORS}, md5(n::text), 'operator' || n % ${OPERATORS} || '@example.com',
    case when n % 1000 = 0 then ${imeiOf('1')} else ${imeiOf(`1 + ${spread(devices)}`)} end,
    ${actionCase(0)}, ${actionCase(1)}, ${actionCase(0)}, '', case when n % 9 = 0 then 'S' else 'B' end, '{}',
    ${statusOf(count)}, '9999-12-31T00:00:00.000Z', ${momentOf(count)}, ${momentOf(count)}, md5('u' || n)
  from generate_series(1, ${count}) as n`;

const auditsOf = (count, devices) => `
  insert into audit_log (at, email, call, action, imei, detail, transaction_id, address, account_id, via, outcome)
  select ${momentOf(count)}, 'operator' || n % ${OPERATORS} || '@example.com',
    case when n % 20 = 0 then 'deviceDetails.php' else 'getimeidetails.php' end, ${actionCase(0)},
    ${imeiOf(`1 + ${spread(devices)}`)}, '{"message":"found"}', md5(n::text), '10.0.0.1', 1 + n % ${OPERATORS},
    'session', case when n % 5000 = 0 then 'error' when n % 7000 = 0 then 'refused' else 'success' end
  from generate_series(1, ${count}) as n`;

const eventsOf = (table, count, more) => `
  insert into ${table} (imei1, imei2, created_at, ${Object.keys(more).join(', ')})
  select ${imeiOf('n')}, '36' || lpad(n::text, 13, '0'), ${momentOf(count)}, ${Object.values(more).join(', ')}
  from generate_series(1, ${count}) as n`;

const phone = { brand: `'Brand'`, model: `'Model'` };

/** Fills a table without its indexes, which are built from all its rows afterwards. */
async function fill(client, table, text) {
  const begun = performance.now();
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes where tablename = $1 and indexname not in
      (select conname from pg_constraint where conrelid = $1::regclass)`,
    [table],
  );
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  await client.query(text);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query(`vacuum analyze ${table}`);
  const { rows } = await client.query(`select count(*)::int as count from ${table}`);
  console.log(`  ${rows[0].count} ${table} in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/** Tables whose plans matter. */
export const largeTables = ['devices', 'commands', 'audit_log', 'registrations', 'enrolments', 'releases'];

/** Makes accounts, and `devices` with five times as many commands and audits. */
export async function fillConsole(store, client, devices) {
  const made = { role: 'ADMIN', password_hash: await hash(PASSWORD), created_at: new Date().toISOString() };
  for (let index = 0; index < OPERATORS; index += 1) {
    const role = index === 0 ? 'SUPERADMIN' : 'ADMIN';
    const names = { email: `operator${index}@example.com`, phone: `9${String(index).padStart(9, '0')}` };
    await parts.insertAccount(store.db, { ...made, role, ...names });
  }
  // Without triggers, which work out one row at a time what is written here.
  await client.query('set session_replication_role = replica');
  await client.query("set maintenance_work_mem = '256MB'");
  await fill(client, 'devices', devicesOf(devices));
  const registered = { ...phone, registration_status: `'REGISTERED'` };
  const matched = `case when n % 10 = 0 then 'NO' else 'YES' end`;
  await fill(client, 'registrations', eventsOf('registrations', devices, { ...registered, matched }));
  await fill(client, 'enrolments', eventsOf('enrolments', devices / 10, { action: `'DE-ENROLLED'` }));
  await fill(client, 'releases', eventsOf('releases', devices / 10, phone));
  await fill(client, 'commands', commandsOf(5 * devices, devices));
  await fill(client, 'audit_log', auditsOf(5 * devices, devices));
  await client.query('reset session_replication_role');
}
