import { sql } from 'kysely';
import { removeOldRows, sealRows } from './sealer.ts';
import { verifyChain } from './verify-chain.ts';
import { postgresAt } from '../backup/copied-database.ts';
import { runCli } from '../../app/run-cli.ts';
import { isAuditProtected } from '../../core/audit/audit-protection.ts';
import { appendOnly } from '../../app/open-store.ts';
import { writeRow } from '../../testing/audit-rows.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { keepHouse } from '../../testing/keep-house.ts';
import type { Store } from '../../core/store/store.ts';
import { DAY, isoTime } from '../../core/time/clock.ts';
import { ENROLLED, newPostgresDatabase, startTestApi, TestClock } from '../../testing/index.ts';
import { openStore } from '../../app/open-store.ts';

const [imei = '', other = ''] = ENROLLED;
const [OWNER, SERVER] = ['console-owner', 'console-server'];

it('A10 serves, reads the audit, adds to it and can change nothing of it, which is the owner’s', async () => {
  const clock = new TestClock();
  const superuser = await newPostgresDatabase();
  const as = (role: string) => superuser.replace('postgres://postgres@', `postgres://${role}@`);
  const [owner, server] = [as(OWNER), as(SERVER)];
  const migrate = (role: string) => runCli(['migrate', '--grant', role], cliParts({ url: owner }, { clock }));
  const first = await openStore({ url: await newPostgresDatabase() });
  for (const role of [OWNER, SERVER]) await sql`create role ${sql.id(role)} login`.execute(first.db);
  const name = new URL(superuser).pathname.slice(1);
  await sql`alter database ${sql.id(name)} owner to ${sql.id(OWNER)}`.execute(first.db);
  await first.close();

  await expect(openStore({ url: server })).rejects.toThrow('Run the command "migrate --grant');
  await expect(migrate('nobody')).rejects.toThrow('There is no role "nobody"');
  await expect(openStore({ url: server })).rejects.toThrow('Run the command "migrate --grant');
  await expect(migrate(OWNER)).rejects.toThrow('owns the tables or is a superuser');
  await migrate(SERVER);
  await migrate(SERVER);

  const api = await startTestApi({ url: server });
  const { db } = api.store;
  const operator = await api.as('operator');
  expect((await operator.send(imei)).answer).toMatchObject({ status: 'success' });
  expect(await sealRows(db, api.clock)).toBe(2);
  await keepHouse(api);
  expect(await isAuditProtected(db, Object.keys(appendOnly))).toBe(true);
  const columns = { audit_log: 'email', audit_seals: 'hash' };
  const attempts = Object.entries(columns).flatMap(([table, column]) => [
    `update ${table} set ${column} = 'x'`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table}`,
    `create trigger mine before insert on ${table} for each row execute function audit_log_append_only()`,
  ]);
  for (const attempt of [...attempts, 'set session_replication_role = replica', `set role "${OWNER}"`])
    await expect(sql.raw(attempt).execute(db)).rejects.toThrow(/permission denied|must be owner/);
  const later = new TestClock();
  later.advance(DAY);
  await expect(removeOldRows(db, later, '2027')).resolves.toBe(0);
  clock.advance(DAY);
  await operator.send(other);
  await sealRows(db, clock);
  await expect(removeOldRows(db, clock, isoTime(later.now()))).rejects.toThrow('must be owner');
  await expect(postgresAt(owner).refuseUsed()).rejects.toThrow('is in use');
  await api.close();

  const owned = await openStore({ url: owner });
  expect(await isAuditProtected(owned.db, Object.keys(appendOnly))).toBe(false);
  expect(await removeOldRows(owned.db, clock, isoTime(later.now()))).toBe(2);
  expect(await verifyChain(owned.db)).toMatchObject({ first: 2, rows: 1 });
  await owned.close();
});

it('A6 the chain of two servers that write and seal at the same time is one, with every row once', async () => {
  const clock = new TestClock();
  const url = await newPostgresDatabase();
  const [one, other] = [await openStore({ url }), await openStore({ url })];
  const before = await verifyChain(one.db);
  const sealed: number[] = [];
  const write = async (store: Store) => {
    for (let row = 0; row < 150; row += 1) await writeRow(store, clock);
  };
  let isOver = false;
  const seal = async ({ db }: Store) => {
    while (!isOver) sealed.push(await sealRows(db, clock));
  };
  const sealing = [seal(one), seal(other)];
  await Promise.all([write(one), write(one), write(other), write(other)]);
  isOver = true;
  await Promise.all(sealing);
  sealed.push(await sealRows(one.db, clock));
  expect(await verifyChain(one.db)).toMatchObject({ rows: before.rows + 600, unsealed: 0 });
  expect(sealed.reduce((sum, rows) => sum + rows)).toBe(before.unsealed + 600);
  for (const store of [one, other]) await store.close();
});
