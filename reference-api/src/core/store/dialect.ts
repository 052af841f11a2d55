import { PostgresAdapter, type Kysely } from 'kysely';
import type { Schema, StoreDialect } from './schema.ts';

/** Which of the two databases this is. */
export function dialectOf(db: Kysely<Schema>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
