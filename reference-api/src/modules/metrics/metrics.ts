import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sql } from 'kysely';
import { securityHeaders } from '@device-console/shared-lib/contract/server';
import fastify from 'fastify';
import { countRows } from '../../core/store/count-rows.ts';
import type { Database, Store } from '../../core/store/store.ts';
import { createBoundedQuestion } from '../../core/store/bounded-question.ts';
import type { Clock } from '../../core/time/clock.ts';
import { longestOf } from '../../core/time/duration-steps.ts';
import { faults as faultTexts } from '../../core/errors/faults.ts';
import type { Observer } from '../../core/observer.ts';

/** The states of commands that are on their way; a partial index holds only these. */
const openStates = ['queued', 'sent', 'unknown'] as const;

const MOST = 100_000;

export function readQueueFigures(db: Database) {
  return Promise.all(
    openStates.map(async (state) => {
      // The state is a literal: a partial index is not used for a parameter.
      const found = db
        .selectFrom('commands')
        .select('created_at')
        .where('status', '=', sql.lit(state))
        // True for every command; it makes SQLite search the partial index of these states, not one of all rows.
        .where('next_attempt_at', '>', '')
        .limit(MOST)
        .as('found');
      const figures = await db
        .selectFrom(found)
        .select((select) => [
          select.fn.countAll<number>().as('commands'),
          select.fn.min('found.created_at').as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      return { state, ...figures };
    }),
  );
}

/** Milliseconds; a healthy database needs less for the figures. */
const ANSWER_WITHIN = 2000;
const REFUSALS: readonly string[] = ['401', '403', '429'];
const HTTP_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Upper bounds of every tenth step that the Operations screen counts by: from a tenth of a second to five days. */
const ACKNOWLEDGED_SECONDS = Array.from({ length: 17 }, (_, index) => longestOf(48 + 10 * index) / 1000);
const GATEWAY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface MetricsSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly gateway: string;
  readonly largeBodies: () => number;
}

export type Metrics = ReturnType<typeof createMetrics>;

type GaugeMaker = <Label extends string>(name: string, help: string, ...labels: Label[]) => Gauge<Label>;

/** If the database does not answer in time, its figures are absent: old ones would look current. */
function readerOf(gauge: GaugeMaker, { store, clock, gateway, largeBodies }: MetricsSources) {
  const info = gauge('info', 'Always 1; what runs here.', 'database', 'gateway', 'schema');
  info.set({ database: store.dialect, gateway, schema: store.schema.version }, 1);
  const up = gauge('database_up', '1 when the database answered the questions of this scrape in time, else 0.');
  const commands = gauge('commands', 'Commands on their way, by state; at most 100,000 are counted.', 'state');
  const oldest = gauge('oldest_command_seconds', 'Age of the oldest command of a state; 0 without one.', 'state');
  const openBatches = gauge('open_batches', 'Batches that have begun and not ended.');
  const connections = gauge(
    'database_connections',
    'Connections to PostgreSQL, and callers that wait for one.',
    'state',
  );
  const bodies = gauge('large_bodies_megabytes', 'Megabytes of large bodies in memory.');
  const batches = store.db.selectFrom('batches').where('state', '=', sql.lit('open'));
  const ask = createBoundedQuestion(() => Promise.all([readQueueFigures(store.db), countRows(batches)]), ANSWER_WITHIN);
  return async () => {
    bodies.set(largeBodies());
    for (const [state, count] of Object.entries(store.pool?.() ?? {})) connections.set({ state }, count);
    const answer = await ask().catch(() => undefined);
    commands.reset();
    oldest.reset();
    openBatches.remove();
    up.set(answer ? 1 : 0);
    if (!answer) return;
    const [queue, open] = answer;
    const now = clock.now().getTime();
    for (const { state, commands: count, oldest: since } of queue) {
      commands.set({ state }, count);
      oldest.set({ state }, since === null ? 0 : Math.max(0, now - Date.parse(since)) / 1000);
    }
    openBatches.set(open);
  };
}

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const described = <Label extends string>(name: string, help: string, labelNames: Label[]) => ({
    ...{ name: `device_console_${name}`, help, labelNames },
    registers: [registry],
  });
  const counter = (name: string, help: string, label: string, values: readonly string[]) => {
    const made = new Counter(described(name, help, [label]));
    for (const value of values) made.labels(value).inc(0);
    return made;
  };
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labels: Label[]) =>
    new Histogram({ ...described(name, help, labels), buckets });
  const refusalHelp = 'Requests refused: 401 no session, 403 no right, 429 too many or too busy.';
  const refusals = counter('refusals_total', refusalHelp, 'status', REFUSALS);
  const faultHelp = 'Failures that ended nothing and that somebody has to look at; the log says more.';
  const faults = counter('faults_total', faultHelp, 'kind', Object.keys(faultTexts));
  const httpHelp = 'Seconds until a request was answered.';
  const http = histogram('http_seconds', httpHelp, HTTP_SECONDS, 'method', 'route', 'status');
  const gatewayHelp = 'Seconds until the provider answered a call, or failed to.';
  const gateway = histogram('gateway_seconds', gatewayHelp, GATEWAY_SECONDS, 'call', 'outcome');
  const acknowledgedHelp =
    "Seconds from an operator's call to the acknowledgement of its command that this instance was told of.";
  const acknowledged = histogram('acknowledged_seconds', acknowledgedHelp, ACKNOWLEDGED_SECONDS);
  const observer: Observer = {
    gatewayCall: (call, outcome, seconds) => gateway.observe({ call, outcome }, seconds),
    fault: (kind) => faults.inc({ kind }),
    acknowledged: (seconds) => acknowledged.observe(seconds),
    request(method, route, status, seconds) {
      http.observe({ method, route, status }, seconds);
      if (REFUSALS.includes(String(status))) refusals.inc({ status });
    },
  };
  let refresh = (): Promise<void> => Promise.resolve();
  return {
    contentType: registry.contentType,
    ...observer,
    watch(sources: MetricsSources) {
      refresh = readerOf((name, help, ...labels) => new Gauge(described(name, help, labels)), sources);
    },
    async text() {
      await refresh();
      return registry.metrics();
    },
  };
}

/** Apart from the API's server: whoever reaches its port can read the figures. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
  onFailure: (error: unknown) => void,
) {
  const server = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ ...securityHeaders.data, 'cache-control': 'no-store' });
  });
  server.setErrorHandler((error, _request, reply) => {
    onFailure(error);
    return reply.code(500).send('The figures could not be read; the log of the API says why.');
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  return { address: await server.listen({ port, host }), close: () => server.close() };
}
