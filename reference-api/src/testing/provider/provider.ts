import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { isoTime, systemClock, type Clock } from '../../core/time/clock.ts';

type Place = 'submit' | 'status' | 'list';

/**
 * One way to go wrong. `drop-before`: the connection ends before anything is taken; `drop-after`: after it. `delay`:
 * the answer comes late. `freeze`: no answer comes. `garbage`: the answer is no JSON. `act`: takes the request, but
 * answers as `answer` does, against the protocol. `contradict`: reports of each key what is so, and that it failed.
 * `behind`: reports each known key as accepted. `forget`: reports every key as unknown.
 */
export interface Fault {
  readonly at?: Place | undefined;
  readonly kind: 'answer' | 'drop-before' | 'drop-after' | 'delay' | 'freeze' | 'garbage' | 'act' | keyof typeof lies;
  /** For `answer` and `act`. */
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  /** Milliseconds of `delay`. */
  readonly delay?: number | undefined;
  /** How often; always if absent. */
  times?: number | undefined;
  /** Only for lists that hold this device. */
  readonly imei?: string | undefined;
}

export interface Behaviour {
  readonly faults?: readonly Fault[] | undefined;
  /** Devices whose commands are refused, with the reason. */
  readonly refusals?: Readonly<Record<string, string>> | undefined;
  /** `at-once`: phones execute what is submitted; `asked`: only on request. */
  readonly phones?: 'at-once' | 'asked' | undefined;
  readonly callbacks?: 'off' | 'on' | 'twice' | undefined;
}

interface ProviderOptions {
  /** The token that every request must have, if given. */
  readonly bearer?: string;
  /** Certificates; without them plain HTTP, for this computer alone. */
  readonly tls?: ServerOptions;
  /** The clock that lifetimes are compared with. */
  readonly clock?: Clock;
}

/** Commands or keys in a request or a page. */
const LIST = 500;

const submitted = v.object({
  key: v.string(),
  imei: v.string(),
  action: v.string(),
  payload: v.record(v.string(), v.string()),
  expiresAt: v.string(),
});
type Submitted = v.InferOutput<typeof submitted>;
const submission = v.object({ commands: v.pipe(v.array(submitted), v.maxLength(LIST)) });
const question = v.object({ keys: v.pipe(v.array(v.string()), v.maxLength(LIST)) });
const pageAsked = v.object({ epoch: v.string(), after: v.optional(v.string(), '') });

export interface KeptCommand extends Submitted {
  status: 'accepted' | 'acknowledged' | 'failed';
  readonly reason: string;
  readonly receivedAt: string;
  /** How often its phone executed it: never more than once. */
  executions: number;
  submissions: number;
}

interface Result {
  readonly key: string;
  readonly status: string;
  readonly reason?: string;
}

const resultOf = ({ key, status, reason = '' }: Result): Result =>
  reason === '' ? { key, status } : { key, status, reason };

/** What faults say in place of true results. */
const lies = {
  contradict: (said: readonly Result[]) => [...said, ...said.map(({ key }) => ({ key, status: 'failed' }))],
  forget: (said: readonly Result[]) => said.map(({ key }) => ({ key, status: 'unknown-key' })),
  behind: (said: readonly Result[]) =>
    said.filter(({ status }) => status !== 'unknown-key').map(({ key }) => ({ key, status: 'accepted' })),
};

const isLie = (kind: Fault['kind'] | undefined): kind is keyof typeof lies => kind !== undefined && kind in lies;

interface Told {
  readonly body: unknown;
  status: number;
  answer: unknown;
}

interface Seen extends Told {
  readonly method: string;
  readonly path: string;
}

/** A provider that speaks the protocol of docs/provider-api.yaml, with phones that obey. */
export class Provider {
  readonly state = { commands: new Map<string, KeptCommand>() };
  /** Requests, with status 0 while they are not answered. */
  readonly seen: Seen[] = [];
  /** Callbacks. */
  readonly told: Told[] = [];
  url = '';
  readonly server;
  readonly #clock: Clock;
  #faults: Fault[] = [];
  #how: Omit<Behaviour, 'faults'> = {};
  #callback: { readonly url: string; readonly webhook: Webhook } | undefined;

  constructor({ bearer, tls, clock = systemClock }: ProviderOptions) {
    this.#clock = clock;
    this.server = fastify({ https: tls ?? null, forceCloseConnections: true, bodyLimit: 2 ** 24 });
    this.server.addHook('onRequest', async ({ headers }, reply) => {
      if (bearer !== undefined && headers.authorization !== `Bearer ${bearer}`)
        await reply.code(401).send({ message: 'The token is not known.' });
    });
    this.server.post('/commands', (request, reply) => this.#answer('submit', request, reply));
    this.server.post('/commands/status', (request, reply) => this.#answer('status', request, reply));
    this.server.get('/commands', (request, reply) => this.#answer('list', request, reply));
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  behave({ faults, ...how }: Behaviour): void {
    if (faults) this.#faults = faults.map((one) => ({ ...one }));
    this.#how = { ...this.#how, ...how };
  }

  callBackTo(url: string, secret: string): void {
    this.#callback = { url, webhook: new Webhook(secret) };
  }

  /** Takes a command; one with a known key keeps its state. */
  take(command: Submitted): KeptCommand {
    const now = this.#clock.now();
    const isLate = Date.parse(command.expiresAt) <= now.getTime();
    const reason = this.#how.refusals?.[command.imei] ?? (isLate ? 'Its lifetime is over.' : '');
    const status = reason === '' ? 'accepted' : 'failed';
    const fresh = { ...command, status, reason, receivedAt: isoTime(now), executions: 0, submissions: 0 } as const;
    const kept: KeptCommand = this.state.commands.get(command.key) ?? fresh;
    this.state.commands.set(command.key, kept);
    kept.submissions += 1;
    return kept;
  }

  /** Lets phones execute what was accepted, all or these keys, and reports it if callbacks are on. */
  async execute(keys?: readonly string[]): Promise<void> {
    const executed = this.#execute(keys);
    const { callbacks = 'off' } = this.#how;
    if (!this.#callback || callbacks === 'off' || executed.length === 0) return;
    const { url, webhook } = this.#callback;
    const body = JSON.stringify({ type: 'commands.outcomes', outcomes: executed.map(resultOf) });
    const id = `msg_${randomUUID()}`;
    for (let time = callbacks === 'twice' ? 0 : 1; time < 2; time += 1) {
      const at = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(id, at, body),
      };
      const response = await fetch(url, { method: 'POST', body, headers });
      const answer = await response.json().catch(() => null);
      this.told.push({ body: JSON.parse(body), status: response.status, answer });
    }
  }

  #execute(keys: readonly string[] = [...this.state.commands.keys()]): readonly KeptCommand[] {
    const commands = keys.flatMap((key) => this.state.commands.get(key) ?? []);
    const executed = commands.filter(({ status }) => status === 'accepted');
    for (const command of executed) {
      command.status = 'acknowledged';
      command.executions += 1;
    }
    return executed;
  }

  #act(
    place: Place,
    { body, query }: FastifyRequest,
  ): { readonly results: readonly Result[] } | { readonly commands: object; readonly next: unknown } {
    const { commands } = this.state;
    if (place === 'submit') {
      const taken = v.parse(submission, body).commands.map((command) => this.take(command));
      if (this.#how.phones === 'at-once') this.#execute(taken.map(({ key }) => key));
      return { results: taken.map(resultOf) };
    }
    if (place === 'status') {
      const { keys } = v.parse(question, body);
      return { results: keys.map((key) => resultOf(commands.get(key) ?? { key, status: 'unknown-key' })) };
    }
    const { epoch, after } = v.parse(pageAsked, query);
    const all = [...commands.values()]
      .filter(({ key }) => key.startsWith(`${epoch}.`) && key > after)
      .toSorted((left, right) => (left.key < right.key ? -1 : 1));
    const page = all.slice(0, LIST).map((one) => {
      const { imei, action, receivedAt } = one;
      return { ...resultOf(one), imei, action, receivedAt };
    });
    return { commands: page, next: all.length > LIST ? page.at(-1)?.key : null };
  }

  /** Returns the fault of a request, and counts it. */
  #next(place: Place, body: unknown): Partial<Fault> {
    const imeis = v.is(submission, body) ? body.commands.map(({ imei }) => imei) : [];
    const found = this.#faults.find(
      ({ at = place, times, imei }) => at === place && times !== 0 && (imei === undefined || imeis.includes(imei)),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found ?? {};
  }

  /** Answers one request, with the fault that is next. */
  async #answer(place: Place, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { method, body } = request;
    const seen: Seen = { method, path: request.routeOptions.url ?? '', body, status: 0, answer: {} };
    this.seen.push(seen);
    const { kind, status = 500, retryAfter, delay } = this.#next(place, body);
    if (kind === 'freeze') return reply.hijack();
    if (kind === 'drop-before') return reply.hijack().raw.destroy();
    if (kind === 'answer' || kind === 'act') {
      if (kind === 'act') this.#act(place, request);
      seen.status = status;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.code(status).send({ message: 'A fault.' });
    }
    const answer = this.#act(place, request);
    seen.status = 200;
    seen.answer = 'results' in answer && isLie(kind) ? { results: lies[kind](answer.results) } : answer;
    if (kind === 'drop-after') return reply.hijack().raw.destroy();
    if (kind === 'garbage') return reply.send('<html>busy</html>');
    if (kind === 'delay') await setTimeout(delay);
    return reply.send(seen.answer);
  }
}

export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const provider = new Provider(options);
  provider.url = await provider.server.listen({ port: 0, host: '127.0.0.1' });
  return provider;
}
