import type { FastifyInstance, FastifyReply } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { misfitOf, readWorksSince } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';

/** Longer than a database that is well needs, in milliseconds. */
const READY_WITHIN = 2000;

interface HealthParts {
  readonly store: Store;
  /** The gateway's name. */
  readonly gateway: string;
}

/** Why the API cannot serve now; undefined when it can. */
type Fault = string | undefined;

/** Asks the database; who asks while another waits gets the same answer, so that a frozen one is asked once. */
function databaseCheck({ db, schema }: Store): () => Promise<Fault> {
  let asking: Promise<Fault> | undefined;
  return async () => {
    asking ??= readWorksSince(db)
      .then(
        (worksSince) => misfitOf(schema.version, worksSince),
        (error: unknown) => `The database failed: ${error instanceof Error ? error.message : String(error)}`,
      )
      .finally(() => {
        asking = undefined;
      });
    const timer = new AbortController();
    const late = setTimeout(READY_WITHIN, `The database did not answer within ${READY_WITHIN / 1000} seconds.`, {
      signal: timer.signal,
    }).catch(() => undefined);
    return Promise.race([asking, late]).finally(() => timer.abort());
  };
}

/**
 * Three questions of whoever runs the API: `/livez`, does the process answer; `/readyz`, can it serve now; and
 * `/healthz`, the same in the form that it had first. None waits longer than two seconds.
 */
export function registerHealth(app: FastifyInstance, { store, gateway }: HealthParts): void {
  const faultOf = databaseCheck(store);
  const answer = async (reply: FastifyReply, more: object) => {
    const fault = await faultOf();
    if (fault === undefined) return { status: 'success', message: 'ready', database: store.dialect, gateway, ...more };
    return reply.code(503).send({ status: 'error', message: fault, database: store.dialect, gateway, ...more });
  };
  app.get('/livez', () => Promise.resolve({ status: 'success', message: 'alive' }));
  app.get('/readyz', (request, reply) => answer(reply, { schema: store.schema.version, ahead: store.schema.ahead }));
  app.get('/healthz', (request, reply) => answer(reply, {}));
}
