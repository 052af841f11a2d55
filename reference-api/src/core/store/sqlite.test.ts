import { sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from './store.ts';

it('opens SQLite so that a commit survives a power cut: WAL, synchronous FULL, foreign keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-sqlite-'));
  const store = await openStore({ file: join(folder, 'pragmas.db') });
  const pragma = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(store.db)).rows[0] ?? {},
    )[0];
  expect([
    await pragma('journal_mode'),
    await pragma('synchronous'),
    await pragma('foreign_keys'),
    await pragma('busy_timeout'),
  ]).toEqual(['wal', 2, 1, 5000]);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
