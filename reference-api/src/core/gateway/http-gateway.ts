import * as v from 'valibot';
import { Agent, type Dispatcher, request } from 'undici';
import type { GatewayOutcome, GatewayReply, ListingGateway, Outcomes } from './device-gateway.ts';
import { ANSWER_BYTES, failureOfError, type GatewayFailure, retryAfterOf } from './http-replies.ts';
import { listAnswer, outcomeOf, resultsAnswer } from './provider-protocol.ts';
import { type DispatchTimes, standardTimes } from './worker-parts.ts';

type Results = v.InferOutput<typeof resultsAnswer>;

/** One outcome per asked key. An acknowledgement counts, whatever else is said; other contradictions cancel out. */
function outcomesOf(reply: GatewayReply<Results>, asked: readonly { readonly key: string }[]): Outcomes {
  if (reply.kind !== 'answered') return reply;
  const said = new Map(asked.map(({ key }): [string, Results['results']] => [key, []]));
  for (const result of reply.answer.results) said.get(result.key)?.push(result);
  const answer = new Map<string, GatewayOutcome>();
  for (const [key, results] of said) {
    const done = results.find(({ status }) => status === 'acknowledged');
    const [first] = results;
    if (done) answer.set(key, outcomeOf(done));
    else if (first && results.every(({ status }) => status === first.status)) answer.set(key, outcomeOf(first));
  }
  return { kind: 'answered', answer };
}

/** All but `bearer` are PEM. */
export type GatewayCredentials = Readonly<Partial<Record<'bearer' | 'certificate' | 'key' | 'authority', string>>>;

/** Statuses that reject this deployment or its settings, whatever is sent. */
const MISCONFIGURED = new Set([401, 403, 404, 405, 407]);
const BUSY = new Set([429, 503]);
/** Another attempt may help: 4xx of a provider, and 5xx of proxies in front of one. */
const PASSING = new Set([408, 425, 502, 504]);

function failureOfStatus(status: number, what: string, retryAfter: number | undefined, said: string): GatewayFailure {
  const reason = `The provider answered ${status} to ${what}${said === '' ? '.' : `: ${said}`}`;
  if (MISCONFIGURED.has(status)) return { kind: 'misconfigured', reason, surelyNotTaken: false };
  if (BUSY.has(status)) return { kind: 'busy', reason, retryAfter, surelyNotTaken: false };
  if (PASSING.has(status)) return { kind: 'unreachable', reason, surelyNotTaken: false };
  if (status >= 400 && status < 500) return { kind: 'refused', reason };
  return { kind: 'faulty', reason };
}

const stated = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** A refusal's explanation, if it has one in JSON; anything else is for the provider's staff. */
export function messageIn(text: string): string {
  const read = v.safeParse(stated, text);
  return read.success ? read.output.message : '';
}

function read<Schema extends v.GenericSchema>(schema: Schema, text: string, what: string) {
  try {
    return { kind: 'answered' as const, answer: v.parse(schema, JSON.parse(text)) };
  } catch (error) {
    const said = error instanceof v.ValiError ? 'it does not fit the protocol' : 'it is no JSON';
    return { kind: 'faulty' as const, reason: `The provider's answer to ${what} could not be read: ${said}.` };
  }
}

/** Speaks the protocol of docs/provider-api.yaml. Follows no redirects: credentials are for the configured address. */
export function createHttpGateway(
  url: string,
  { bearer, certificate: cert, key, authority: ca }: GatewayCredentials = {},
  times: Pick<DispatchTimes, 'ask' | 'connect' | 'answer'> = standardTimes,
): ListingGateway {
  const base = url.replace(/\/+$/, '');
  const agent = new Agent({
    connections: 4,
    maxResponseSize: ANSWER_BYTES,
    headersTimeout: times.answer,
    bodyTimeout: times.answer,
    connect: { timeout: times.connect, cert, key, ca },
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };

  async function send<Schema extends v.GenericSchema>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body: object | null = null,
  ): Promise<GatewayReply<v.InferOutput<Schema>>> {
    const what = `${method} ${path.split('?')[0]}`;
    let response: Dispatcher.ResponseData;
    let text: string;
    try {
      const signal = AbortSignal.timeout(times.answer);
      const sent = body && JSON.stringify(body);
      response = await request(`${base}${path}`, { method, headers, dispatcher: agent, signal, body: sent });
      text = await response.body.text();
    } catch (error) {
      return failureOfError(error, 'The provider', what);
    }
    const { statusCode: status, headers: told } = response;
    if (status === 200) return read(schema, text, what);
    return failureOfStatus(status, what, retryAfterOf(told['retry-after']), messageIn(text));
  }

  return {
    name: 'http',
    simulated: false,
    askAfter: times.ask,
    async submit(commands) {
      // Providers know a repeated command by its key.
      const sent = commands.map(({ isRepeat: _, ...command }) => command);
      return outcomesOf(await send('POST', '/commands', resultsAnswer, { commands: sent }), commands);
    },
    async ask(commands) {
      const keys = commands.map(({ key }) => key);
      return outcomesOf(await send('POST', '/commands/status', resultsAnswer, { keys }), commands);
    },
    list(epoch, after) {
      const query = new URLSearchParams({ epoch, ...(after === '' ? {} : { after }) });
      return send('GET', `/commands?${query}`, listAnswer);
    },
    close: () => agent.destroy(),
  };
}
