import { permissionNames, APPROVALS_PERMISSION } from '@device-console/shared-lib/contract';
import { sql, type Kysely } from 'kysely';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, tableSets } from '../../../app/open-store.ts';
import { databases } from '../../../testing/databases.ts';
import { dumpColumns, dumpSchema } from '../../../testing/schema-dump.ts';
import type { StoreDialect } from '../dialect.ts';
import { columnTypes } from './first-step.ts';

/** A database of the tables as the code declares them, without any step. */
async function createDeclared(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { id, bytes } = columnTypes[dialect];
  for (const [name, columns] of tableSets.flatMap(({ tables }) => Object.entries(tables))) {
    const parts = Object.entries(columns).map(([column, { sql: type }]) => `"${column}" ${type}`);
    const text = `create table ${name} (${parts.join(', ')})`.replace('<id>', id).replace('<bytes>', bytes);
    await sql.raw(text).execute(db);
  }
}

const declared = (dialect: StoreDialect) => [
  { name: '0000-declared', kind: 'schema' as const, up: (db: Kysely<unknown>) => createDeclared(db, dialect) },
];

const dumpOf = (dialect: StoreDialect) => join(__dirname, '..', '..', '..', '..', 'schema', `${dialect}.txt`);

describe.each(databases)('the schema of a new database on $name', ({ newEmpty }) => {
  it('has the columns that the code declares: an edited table needs a step', async () => {
    const stepped = await openStore(await newEmpty());
    const written = await openStore(await newEmpty(), declared);
    expect(await dumpColumns(stepped)).toEqual(await dumpColumns(written));
    await stepped.close();
    await written.close();
  });

  it('is the one that is kept in the repository, with its indexes, constraints and triggers', async () => {
    const store = await openStore(await newEmpty());
    const dump = await dumpSchema(store);
    if (process.env['WRITE_SCHEMA'] === '1') await writeFile(dumpOf(store.dialect), dump);
    expect(dump).toBe(await readFile(dumpOf(store.dialect), 'utf8'));
    await store.close();
  });

  it('C15 D20 has every permission', async () => {
    const store = await openStore(await newEmpty());
    const names = await store.db.selectFrom('permissions').select('name').orderBy('id').execute();
    expect(names.map(({ name }) => name)).toEqual([...permissionNames, APPROVALS_PERMISSION]);
    await store.close();
  });
});
