import type { FastifyInstance, FastifyReply } from 'fastify';
import { misfitOf, readWorksSince } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { createBoundedQuestion } from '../time/bounded-question.ts';

/** Longer than a database that is well needs, in milliseconds. */
const READY_WITHIN = 2000;

interface HealthParts {
  readonly store: Store;
  /** The gateway's name. */
  readonly gateway: string;
}

/** Why the API cannot serve now, in words for whoever asks; `error` is for the log. */
interface Fault {
  readonly message: string;
  readonly error?: unknown;
}

/** Finds why the API cannot serve now; undefined when it can. */
function faultFinder({ db, schema }: Store): () => Promise<Fault | undefined> {
  const ask = createBoundedQuestion(() => readWorksSince(db), READY_WITHIN);
  return async () => {
    const reply = await ask();
    if (reply.status === 'late') {
      const message = `The database did not answer within ${READY_WITHIN / 1000} seconds.`;
      return { message };
    }
    if (reply.status === 'failed') return { message: 'The database failed; the log says why.', error: reply.error };
    const message = misfitOf(schema.version, reply.answer);
    return message === undefined ? undefined : { message };
  };
}

/**
 * Three questions of whoever runs the API: `/livez`, does the process answer; `/readyz`, can it serve now; and
 * `/healthz`, the same in the form that it had first. None waits longer than two seconds.
 */
export function registerHealth(app: FastifyInstance, { store, gateway }: HealthParts): void {
  const findFault = faultFinder(store);
  const answer = async (reply: FastifyReply, more: object) => {
    const fault = await findFault();
    const facts = { database: store.dialect, gateway, ...more };
    if (fault === undefined) return { status: 'success', message: 'ready', ...facts };
    reply.log.error({ ...facts, reason: fault.message, err: fault.error }, 'not ready');
    return reply.code(503).send({ status: 'error', message: fault.message, ...facts });
  };
  app.get('/livez', () => Promise.resolve({ status: 'success', message: 'alive' }));
  app.get('/readyz', (request, reply) => answer(reply, { schema: store.schema.version, ahead: store.schema.ahead }));
  app.get('/healthz', (request, reply) => answer(reply, {}));
}
