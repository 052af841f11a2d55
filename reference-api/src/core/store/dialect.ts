import { PostgresAdapter, type Kysely } from 'kysely';
import type { Schema, StoreDialect } from './schema.ts';

export function dialectOf(db: Kysely<Schema>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
