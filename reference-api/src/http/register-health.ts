import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Alarms } from '../app/alarms.ts';
import { readControl, type Dispatch } from '../store/dispatch.ts';
import { misfitOf, readWorksSince } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { createBoundedQuestion } from '../time/bounded-question.ts';

/** Longer than a database that is well needs, in milliseconds. */
const READY_WITHIN = 2000;

interface HealthParts {
  readonly store: Store;
  /** The gateway's name. */
  readonly gateway: string;
  readonly alarms: Pick<Alarms, 'brokenBecause'>;
}

/** Why the API cannot serve now, in words for whoever asks; `error` is for the log. */
interface Fault {
  readonly message: string;
  readonly error?: unknown;
}

/** How the API is: why it cannot serve now, or how dispatch stands. */
type Health = { readonly fault: Fault } | { readonly fault: undefined; readonly dispatch: Dispatch };

function healthReader({ store: { db, schema }, alarms }: HealthParts): () => Promise<Health> {
  const ask = createBoundedQuestion(() => Promise.all([readWorksSince(db), readControl(db)]), READY_WITHIN);
  return async () => {
    const reply = await ask();
    if (reply.status === 'late') {
      const message = `The database did not answer within ${READY_WITHIN / 1000} seconds.`;
      return { fault: { message } };
    }
    if (reply.status === 'failed')
      return { fault: { message: 'The database failed; the log says why.', error: reply.error } };
    const [worksSince, { dispatch }] = reply.answer;
    const message = alarms.brokenBecause() ?? misfitOf(schema.version, worksSince);
    return message === undefined ? { fault: undefined, dispatch } : { fault: { message } };
  };
}

/** What `/readyz` says of dispatch: a server whose commands wait can serve all the same. */
function dispatchFacts({ state, why, at }: Dispatch): object {
  return state === 'paused' ? { dispatch: state, dispatchReason: why, dispatchSince: at } : { dispatch: state };
}

/**
 * Three questions of whoever runs the API: `/livez`, does the process answer; `/readyz`, can it serve now, and is
 * dispatch paused; and `/healthz`, the same in the form that it had first. None waits longer than two seconds.
 */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { store, gateway } = parts;
  const readHealth = healthReader(parts);
  const answer = async (reply: FastifyReply, more: object, factsOf: (dispatch: Dispatch) => object) => {
    const health = await readHealth();
    const facts = { database: store.dialect, gateway, ...more };
    if (health.fault === undefined)
      return { status: 'success', message: 'ready', ...facts, ...factsOf(health.dispatch) };
    const { message, error } = health.fault;
    reply.log.error({ ...facts, reason: message, err: error }, 'not ready');
    return reply.code(503).send({ status: 'error', message, ...facts });
  };
  app.get('/livez', () => Promise.resolve({ status: 'success', message: 'alive' }));
  app.get('/readyz', (request, reply) =>
    answer(reply, { schema: store.schema.version, ahead: store.schema.ahead }, dispatchFacts),
  );
  app.get('/healthz', (request, reply) => answer(reply, {}, () => ({})));
}
