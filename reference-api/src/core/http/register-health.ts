import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { misfitOf, readWorksSince } from '../store/migrate.ts';
import { lookAtQueue } from '../store/command-queue.ts';
import { type Database, dialectOf, inTransaction, type Store } from '../store/store.ts';
import { type Clock, MINUTE } from '../time/clock.ts';
import { createBoundedQuestion, Late } from '../store/bounded-question.ts';
import { deleteSetting, insertSetting } from '../store/settings.ts';

/** Longer than a healthy database needs, in milliseconds. */
const READY_WITHIN = 2000;
/** Milliseconds for which an answer of the database is reused: each one costs a trial write. */
const KEPT = 2000;
/** Commands that are overdue for longer are reported; failed attempts are retried sooner. */
const BEHIND = 15 * MINUTE;

interface HealthParts {
  readonly store: Store;
  readonly gateway: string;
  readonly clock: Clock;
  brokenBecause(): string | undefined;
}

async function askDatabase(db: Database) {
  const [worksSince, { control, due }] = await Promise.all([readWorksSince(db), lookAtQueue(db)]);
  await tryWriting(db);
  return { worksSince, dispatch: { ...control.dispatch, due: due.queued } };
}

/** `error` is for the log. The database's reply is reused for a while, unless it is late. */
function healthReader({ store, clock, brokenBecause }: HealthParts) {
  const ask = createBoundedQuestion(() => askDatabase(store.db), READY_WITHIN);
  let kept: { readonly reply: ReturnType<typeof ask>; readonly at: number } | undefined;
  return async () => {
    const at = clock.now().getTime();
    if (!kept || Math.abs(at - kept.at) >= KEPT) kept = { reply: ask(), at };
    try {
      const { worksSince, dispatch } = await kept.reply;
      return { fault: brokenBecause() ?? misfitOf(store.schema.version, worksSince), dispatch };
    } catch (error) {
      if (!(error instanceof Late)) return { fault: 'The database failed; the log says why.', error };
      kept = undefined;
      return { fault: `The database did not answer within ${READY_WITHIN / 1000} seconds.` };
    }
  };
}

/** A server whose commands wait can still serve. */
function dispatchFacts({ state, why, at, due }: Awaited<ReturnType<typeof askDatabase>>['dispatch'], now: Date) {
  if (state === 'paused') return { dispatch: state, dispatchReason: why, dispatchSince: at };
  const isBehind = due !== undefined && now.getTime() - Date.parse(due) > BEHIND;
  return { dispatch: state, ...(isBehind ? { dispatchBehindSince: due } : {}) };
}

/** `/livez`: the process answers; `/readyz`: it can serve now, and whether dispatch is paused. Within two seconds. */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { store, gateway } = parts;
  const readHealth = healthReader(parts);
  app.get('/livez', () => Promise.resolve({ status: 'success', message: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const { fault, error, dispatch } = await readHealth();
    const facts = { database: store.dialect, gateway, schema: store.schema.version, ahead: store.schema.ahead };
    if (fault === undefined && dispatch)
      return { status: 'success', message: 'ready', ...facts, ...dispatchFacts(dispatch, parts.clock.now()) };
    reply.log.error({ ...facts, reason: fault, err: error }, 'not ready');
    return reply.code(503).send({ status: 'error', message: fault, ...facts });
  });
}

const TRIAL = 'x'.repeat(64 * 1024);
/** Bytes that a disk must have free: on a full one SQLite still writes into freed pages. */
const LEAST_SPACE = 4 * 1024 * 1024;

async function spaceBeside(file: string): Promise<number | undefined> {
  const { blocks, bavail, bsize } = await statfs(file);
  return blocks === 0 ? undefined : bavail * bsize;
}

async function fileOf(db: Database): Promise<string | undefined> {
  if (dialectOf(db) === 'postgres') return undefined;
  const { rows } = await sql<{ readonly file: string }>`pragma database_list`.execute(db);
  return rows[0]?.file;
}

/** Writes and deletes a setting; rejects if the database accepts no writes, or soon will not, as on a full disk. */
export async function tryWriting(db: Database, spaceOf = spaceBeside): Promise<void> {
  const file = await fileOf(db);
  const space = file === undefined || file === '' ? undefined : await spaceOf(file);
  if (space !== undefined && space < LEAST_SPACE) throw new Error(`The disk of ${file} has ${space} bytes left.`);
  const name = `trial ${randomUUID()}`;
  await inTransaction(db, async (tx) => {
    await insertSetting(tx, name, TRIAL);
    await deleteSetting(tx, name);
  });
}
