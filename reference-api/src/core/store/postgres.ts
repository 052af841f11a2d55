import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  sql,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway } from '../errors/request-errors.ts';
import type { Schema } from './schema.ts';
import { hasCode, isWriting } from './statements.ts';

const INT8 = 20;
const SECOND = 1000;

/** Ids and counts stay far below 2^53, so they are read as numbers, as from SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
};

/** Milliseconds. The database's address may override them, such as `?statement_timeout=60000`. */
const times = {
  // For a new connection, or one that another caller gives back.
  connectionTimeoutMillis: 5 * SECOND,
  // For a statement, and a lock within it. Reports are read in pieces of 500 rows, each a statement.
  statement_timeout: 30 * SECOND,
  lock_timeout: 10 * SECOND,
  // A transaction whose server has gone holds its locks no longer than this.
  idle_in_transaction_session_timeout: 30 * SECOND,
  // For a silent database: longer than its own limit for a statement.
  query_timeout: 35 * SECOND,
} as const;

const TIMES_OF_ADDRESS = new RegExp(`(?<=[?&])(${Object.keys(times).join('|')})=[^&]*`, 'g');

/** Statements whose rows kysely counts; any other counts as one that changes none. */
const counted = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const;

/** As kysely writes them. */
const BEGIN = /^(?:begin|start transaction)\b/;
const COMMIT = /^commit\b/;
const END = /^(?:commit|rollback)$/;

const READ_TIMEOUT = 'Query read timeout';

/** Of the connection: lost, refused, ended by the administrator or by a time-out. It cannot be used again. */
const LOST_CODES = /^(?:08...|57P0[123]|25P03|53300|E(?:PIPE|CONN[A-Z]+|TIMEDOUT))$/;
const LOST_WORDS = /^(?:Connection terminated|Client has encountered a connection error)/;
/** Of the statement, which waited too long for a lock, ran too long, or met another one. */
const BUSY_CODES = /^(?:55P03|57014|40P01|40001)$/;

const outcomeUnknown = (cause: Error): Error =>
  new Error('The database went away while it wrote; the connection to it was closed.', { cause });

const isLost = (error: Error): boolean =>
  hasCode(error, LOST_CODES) || error.message === READ_TIMEOUT || LOST_WORDS.test(error.message);

/**
 * Never uses a lost connection again, even for a rollback: a late answer could come to another question. Throws
 * DatabaseAway where nothing can have been committed.
 */
function bounded(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | undefined;
  let isInTransaction = false;

  async function ask<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (broken) throw broken;
    if (BEGIN.test(text)) isInTransaction = true;
    try {
      const { rows, rowCount, command } = await client.query<Row & pg.QueryResultRow>(text, [...parameters]);
      if (END.test(text)) isInTransaction = false;
      return { rows, rowCount: rowCount ?? 0, command: counted.find((known) => known === command) ?? 'SELECT' };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const lost = isLost(error);
      if (!lost && !hasCode(error, BUSY_CODES)) throw error;
      const mayBeCommitted = isInTransaction ? COMMIT.test(text) : isWriting(text);
      const failure = mayBeCommitted ? outcomeUnknown(error) : new DatabaseAway(error);
      if (lost) broken = failure;
      throw failure;
    }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    question: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof question !== 'string') throw new TypeError('The store reads in pieces, and by no cursor.');
    return ask<Row>(question, parameters);
  }

  return { query, release: () => client.release(broken) };
}

const POLL = 200;
const LONGEST_POLL = 3600 * SECOND;

/** Polls for the lock: an index built concurrently waits for every statement, and a wait for the lock would be one. */
class PollingPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    for (let tries = 1; tries <= LONGEST_POLL / POLL; tries += 1) {
      const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(db);
      if (rows[0]?.taken) return;
      await setTimeout(POLL);
    }
    throw new Error('Another server has been bringing the database up to date for an hour. Look at what it waits for.');
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db);
  }
}

class MigratingPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PollingPostgresAdapter();
  }
}

/** Kysely's own lock number: releases without this file use it too. */
const LOCK = sql.lit(3853314791062309107n);

function poolOf(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    application_name: 'device-console-api',
    keepAlive: true,
    ...options,
  });
  // A failing connection, in use or not yet, fails its questions and is replaced; without a listener for its whole life
  // the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // So would this one, of an unused connection; none that is being closed is missed.
  pool.on('error', (error) => {
    if (!pool.ending) process.emitWarning(`An idle PostgreSQL connection failed and is replaced: ${error.message}`);
  });
  return pool;
}

/** What an address says of the wait for a connection: the pool itself does not read it there. */
function waitOf(url: string): Pick<pg.PoolConfig, 'connectionTimeoutMillis'> {
  const said = new URL(url).searchParams.get('connectionTimeoutMillis');
  return said === null ? {} : { connectionTimeoutMillis: Number(said) };
}

export function openPostgres(url: string) {
  const pool = poolOf(url, { max: 16, ...times, ...waitOf(url) });
  const connect = async () => {
    try {
      return bounded(await pool.connect());
    } catch (error) {
      throw new DatabaseAway(error);
    }
  };
  const boundedPool = { connect, end: () => pool.end() };
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: boundedPool }) }),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** For migrations, which build indexes without a time-out, whatever the address says; the caller destroys it. */
export function openPostgresForMigrations(url: string): Kysely<Schema> {
  const { connectionTimeoutMillis } = times;
  const pool = poolOf(url.replaceAll(TIMES_OF_ADDRESS, ''), { max: 2, connectionTimeoutMillis });
  return new Kysely<Schema>({ dialect: new MigratingPostgresDialect({ pool }) });
}
