import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Libsql from 'libsql';
import { inTransaction } from './store.ts';
import { ENROLLED, startTestApi } from '../../testing/index.ts';
import { newFilledFile, newFolder } from '../../testing/test-run.ts';
import { openStore } from '../../app/open-store.ts';

it('opens SQLite so that a commit survives a power cut: WAL, synchronous FULL, foreign keys', async () => {
  const folder = newFolder();
  const store = await openStore({ file: join(folder, 'pragmas.db') });
  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(store.db);
    return Object.values(rows[0] ?? {})[0];
  };
  const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
  expect(await Promise.all(names.map(pragma))).toEqual(['wal', 2, 1, 5000]);
  await store.close();
});

it('D17c a write that finds the file locked leaves nothing open: what comes after it is committed', async () => {
  const folder = newFolder();
  const file = join(folder, 'locked.db');
  const store = await openStore({ file });
  const other = new Libsql(file);
  await sql`pragma busy_timeout = 0`.execute(store.db);
  const put = (name: string) =>
    store.db.insertInto('settings').values({ name, value: '' }).returning('name').executeTakeFirstOrThrow();
  const change = () => store.db.updateTable('settings').set({ value: '1' }).execute();
  other.exec('begin immediate');
  for (const write of [() => put('one'), change, () => inTransaction(store.db, change)])
    await expect(write()).rejects.toMatchObject({ statusCode: 503, cause: { message: 'database is locked' } });
  other.exec('rollback');
  // By itself, so that no statement above is run anew before it.
  await store.db.deleteFrom('settings').where('name', '=', 'none').execute();
  await inTransaction(store.db, (tx) => tx.insertInto('settings').values({ name: 'two', value: '' }).execute());
  await expect(put('two')).rejects.toThrow('UNIQUE');
  expect(await put('three')).toEqual({ name: 'three' });
  other.close();
  await store.close();
});

it('D2a says that nothing was done while another process holds the file, and does it afterwards', async () => {
  const location = await newFilledFile();
  const api = await startTestApi(location);
  const operator = await api.as('operator');
  await sql`pragma busy_timeout = 0`.execute(api.store.db);
  const other = new Libsql(location.file);
  other.exec('begin immediate');
  const id = randomUUID();
  const [imei = ''] = ENROLLED;
  const answer = { status: 'error', reason: 'unavailable', message: expect.stringContaining('Nothing was done') };
  expect(await operator.send(imei, 'lock', id)).toMatchObject({ status: 503, sealed: true, answer });
  other.exec('rollback');
  expect(await operator.send(imei, 'lock', id)).toMatchObject({ status: 200, answer: { status: 'success' } });
  expect(await api.commands()).toHaveLength(1);
  other.close();
  await api.close();
});
