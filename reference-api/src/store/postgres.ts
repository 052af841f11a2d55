import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const INT8 = 20;

/** Ids and counts stay far below 2^53, so they are read as numbers, as SQLite gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
};

/** Opens a pool on a PostgreSQL address; connections are made when wanted. */
export function openPostgres(url: string, onIdleError: (error: Error) => void = reportIdleError): Kysely<Schema> {
  const pool = new pg.Pool({ connectionString: url, max: 16, types, application_name: 'device-console-api' });
  // The pool replaces a connection that dies while idle; without a listener the event would end the process.
  pool.on('error', onIdleError);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

function reportIdleError(error: Error): void {
  process.emitWarning(`An idle PostgreSQL connection failed and is replaced: ${error.message}`);
}
