import type * as v from 'valibot';
import type { DeviceGateway, GatewayOutcome, GatewayReply } from './device-gateway.ts';
import { standardTimes, type DispatchTimes } from './dispatch-times.ts';
import { createProviderClient, type GatewayCredentials } from './provider-client.ts';
import { listAnswer, outcomeOf, resultsAnswer } from './provider-protocol.ts';

type Said = v.InferOutput<typeof resultsAnswer>['results'];

/** One result per key. An acknowledgement counts, whatever else is said; other contradictions cancel out. */
function withoutContradictions(results: Said): ReadonlyMap<string, GatewayOutcome> {
  const outcomes = new Map<string, GatewayOutcome>();
  const contradicted = new Set<string>();
  for (const one of results) {
    const before = outcomes.get(one.key);
    if (before?.status === 'acknowledged') continue;
    if (before && before.status !== one.status && one.status !== 'acknowledged') contradicted.add(one.key);
    outcomes.set(one.key, outcomeOf(one));
  }
  for (const key of contradicted) if (outcomes.get(key)?.status !== 'acknowledged') outcomes.delete(key);
  return outcomes;
}

/** Ignores other keys than those sent. */
function outcomesOf(
  reply: GatewayReply<v.InferOutput<typeof resultsAnswer>>,
  keys: readonly string[],
): GatewayReply<ReadonlyMap<string, GatewayOutcome>> {
  if (reply.kind !== 'answered') return reply;
  const asked = new Set(keys);
  return {
    kind: 'answered',
    answer: withoutContradictions(reply.answer.results.filter(({ key }) => asked.has(key))),
  };
}

/** Speaks the protocol of docs/provider-api.yaml. */
export function createHttpGateway(
  url: string,
  credentials: GatewayCredentials = {},
  times: Pick<DispatchTimes, 'ask' | 'connect' | 'answer'> = standardTimes,
): DeviceGateway {
  const client = createProviderClient(url, credentials, times);
  return {
    name: 'http',
    simulated: false,
    askAfter: times.ask,
    async submit(commands) {
      return outcomesOf(
        await client.send('POST', '/commands', { commands }, resultsAnswer),
        commands.map(({ key }) => key),
      );
    },
    async ask(commands) {
      const keys = commands.map(({ key }) => key);
      return outcomesOf(await client.send('POST', '/commands/status', { keys }, resultsAnswer), keys);
    },
    async list(epoch, after) {
      const query = new URLSearchParams({ epoch, ...(after === '' ? {} : { after }) });
      return client.send('GET', `/commands?${query}`, undefined, listAnswer);
    },
    close: () => client.close(),
  };
}
