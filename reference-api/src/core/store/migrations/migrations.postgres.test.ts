import { sql, type Kysely } from 'kysely';
import { newPostgresDatabase } from '../../../testing/databases.ts';
import { followedBy } from '../../../testing/migration-steps.ts';
import type { Store } from '../store.ts';
import { buildIndexes } from './indexes.ts';
import type { StoreMigration } from './migration-list.ts';
import { openStore } from '../../../app/open-store.ts';

/** The step of a newer version. */
const indexing: StoreMigration = {
  name: '9001-indexes',
  kind: 'indexes',
  up: (db: Kysely<unknown>) =>
    buildIndexes(db, 'postgres', {
      commands_later: 'commands (report, updated_at)',
      uploads_later: 'uploads (updated_at)',
    }),
};

const valid = async ({ db }: Store) => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('commands_later', 'uploads_later') and indisvalid order by relname`.execute(db);
  return rows.map(({ relname }) => relname);
};

it('indexes are built while others write: a transaction that has written holds up nobody after it', async () => {
  const url = await newPostgresDatabase();
  const serving = await openStore({ url });
  const write = (db: Store['db'], name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute();
  let migrating: Promise<Store> | undefined;
  await serving.db.transaction().execute(async (tx) => {
    await sql`insert into releases (imei1) values ('356938030000005')`.execute(tx);
    await sql`insert into commands (account_id) select id from accounts`.execute(tx);
    migrating = openStore({ url }, followedBy(indexing));
    // The index waits for this transaction; another's insert must not wait for the index.
    const building = sql`select 1 from pg_stat_activity where query like 'create index concurrently%'
      and datname = current_database() and wait_event_type = 'Lock'`;
    while ((await building.execute(serving.db)).rows.length === 0);
    await sql`insert into commands (account_id) select id from accounts`.execute(serving.db);
    await write(serving.db, 'meanwhile');
  });
  const migrated = await migrating;
  expect(migrated && (await valid(migrated))).toEqual(['commands_later', 'uploads_later']);
  await migrated?.close();
  await serving.close();
});

it('indexes that were broken off are built again', async () => {
  const url = await newPostgresDatabase();
  const before = await openStore({ url });
  await sql`create index commands_later on commands (report, updated_at)`.execute(before.db);
  await sql`update pg_index set indisvalid = false
    where indexrelid = 'commands_later'::regclass`.execute(before.db);
  expect(await valid(before)).toEqual([]);
  await before.close();
  const store = await openStore({ url }, followedBy(indexing));
  expect(await valid(store)).toEqual(['commands_later', 'uploads_later']);
  await store.close();
});

it('indexes are built once when two servers start at the same time', async () => {
  const url = await newPostgresDatabase();
  await (await openStore({ url })).close();
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ url }, followedBy(indexing))));
  for (const store of stores) expect(await valid(store)).toEqual(['commands_later', 'uploads_later']);
  await Promise.all(stores.map((store) => store.close()));
});

it('a slow PostgreSQL is waited for by migrations, whatever the address says of times', async () => {
  const url = await newPostgresDatabase();
  const slow: StoreMigration = {
    name: '9001-slow',
    kind: 'indexes',
    up: (db: Kysely<unknown>) => sql`select pg_sleep(0.3)`.execute(db).then(() => undefined),
  };
  await (await openStore({ url })).close();
  const store = await openStore({ url: `${url}&statement_timeout=100&query_timeout=100` }, followedBy(slow));
  expect(store.schema.version).toBe('9001-slow');
  await store.close();
});

it('who waits for a connection of the pool waits as long as the address says', async () => {
  const url = await newPostgresDatabase();
  const openBusy = async (milliseconds: number) => {
    const store = await openStore({ url: `${url}&connectionTimeoutMillis=${milliseconds}` });
    const busy = await Promise.all(Array.from({ length: 16 }, () => store.db.startTransaction().execute()));
    const late = sql`select 1`.execute(store.db);
    return {
      late,
      close: async () => {
        await Promise.all(busy.map((transaction) => transaction.rollback().execute()));
        await late.catch(() => undefined);
        await store.close();
      },
    };
  };
  const patient = await openBusy(600_000);
  const hasty = await openBusy(200);
  await expect(hasty.late).rejects.toMatchObject({ statusCode: 503 });
  await Promise.all([patient.close(), hasty.close()]);
  expect((await patient.late).rows).toHaveLength(1);
});

it('a slow PostgreSQL is given up: a statement by the database itself, no answer with its connection', async () => {
  const url = await newPostgresDatabase();
  const impatient = await openStore({ url: `${url}&statement_timeout=100&query_timeout=90000` });
  await expect(sql`select pg_sleep(60)`.execute(impatient.db)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('statement timeout') },
  });
  await impatient.close();

  const idle = await openStore({ url: `${url}&idle_in_transaction_session_timeout=100` });
  const isOver = sql`select 1 from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  await expect(
    idle.db.transaction().execute(async (tx) => {
      await tx.insertInto('settings').values({ name: 'idle', value: 'x' }).execute();
      while ((await isOver.execute(idle.db)).rows.length > 0);
      await tx.insertInto('settings').values({ name: 'late', value: 'x' }).execute();
    }),
  ).rejects.toThrow();
  const written = idle.db.selectFrom('settings').select('name').where('name', 'in', ['idle', 'late']);
  expect(await written.execute()).toEqual([]);
  expect(idle.pool?.()).toEqual({ total: expect.any(Number), idle: idle.pool?.().total, waiting: 0 });
  await idle.close();

  const unanswered = await openStore({ url: `${url}&statement_timeout=0&query_timeout=200` });
  await expect(
    unanswered.db.transaction().execute(async (tx) => {
      await tx.insertInto('settings').values({ name: 'lost', value: 'x' }).execute();
      await sql`select pg_sleep(60)`.execute(tx);
    }),
  ).rejects.toMatchObject({ statusCode: 503, cause: { message: 'Query read timeout' } });
  expect(await unanswered.db.selectFrom('settings').select('name').where('name', '=', 'lost').execute()).toEqual([]);
  await unanswered.close();
});
