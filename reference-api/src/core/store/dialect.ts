import { PostgresAdapter, type Kysely } from 'kysely';

export type StoreDialect = 'sqlite' | 'postgres';

export function dialectOf<Tables>(db: Kysely<Tables>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
