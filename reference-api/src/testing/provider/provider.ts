import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { systemClock, type Clock } from '../../core/time/clock.ts';
import type { Behaviour, Fault, Place } from './provider-faults.ts';
import { ProviderState, submitted, type KeptCommand } from './provider-state.ts';

const LIST = 500;

export interface ProviderOptions {
  /** The token that every request must have, if given. */
  readonly bearer?: string | undefined;
  /** Certificates; without them plain HTTP, for this computer alone. */
  readonly tls?: ServerOptions | undefined;
  /** The clock that lifetimes are compared with. */
  readonly clock?: Clock | undefined;
}

interface Told {
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

interface Seen extends Told {
  readonly method: string;
  readonly path: string;
}

const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(LIST));
const submission = v.object({ commands: listOf(submitted) });
const question = v.object({ keys: listOf(v.string()) });
const pageAsked = v.object({ epoch: v.string(), after: v.optional(v.string(), '') });

const resultOf = ({ key, status, reason = '' }: Pick<KeptCommand, 'key'> & { status: string; reason?: string }) =>
  reason === '' ? { key, status } : { key, status, reason };

/** A provider that speaks the protocol of docs/provider-api.yaml, with phones that obey. */
export class Provider {
  readonly state: ProviderState;
  readonly seen: Seen[] = [];
  readonly told: Told[] = [];
  /** True once any request has come. */
  isAsked = false;
  url = '';
  readonly #server;
  #faults: Fault[] = [];
  #how: Required<Omit<Behaviour, 'faults'>> = { refusals: {}, phones: 'asked', callbacks: 'off' };
  #callback: { readonly url: string; readonly secret: string } | undefined;

  constructor({ bearer, tls, clock = systemClock }: ProviderOptions) {
    this.state = new ProviderState(clock);
    this.#server = fastify({ https: tls ?? null, forceCloseConnections: true, bodyLimit: 2 ** 24 });
    this.#server.addHook('onRequest', async ({ headers }, reply) => {
      if (bearer !== undefined && headers.authorization !== `Bearer ${bearer}`)
        await reply.code(401).send({ message: 'The token is not known.' });
    });
    this.#server.post('/commands', (request, reply) => this.#answer('submit', request, reply));
    this.#server.post('/commands/status', (request, reply) => this.#answer('status', request, reply));
    this.#server.get('/commands', (request, reply) => this.#answer('list', request, reply));
  }

  async listen(): Promise<void> {
    this.url = await this.#server.listen({ port: 0, host: '127.0.0.1' });
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  behave({ faults, ...how }: Behaviour): void {
    if (faults) this.#faults = faults.map((one) => ({ ...one }));
    this.#how = { ...this.#how, ...how };
  }

  callBackTo(url: string, secret: string): void {
    this.#callback = { url, secret };
  }

  /** Lets phones execute what was accepted, and reports it if callbacks are on. */
  async execute(keys?: readonly string[]): Promise<void> {
    const commands = this.state.execute(keys);
    if (!this.#callback || this.#how.callbacks === 'off') return;
    const { url, secret } = this.#callback;
    const times = this.#how.callbacks === 'twice' ? 2 : 1;
    for (let from = 0; from < commands.length; from += LIST) {
      const outcomes = commands.slice(from, from + LIST).map(resultOf);
      const body = JSON.stringify({ type: 'commands.outcomes', outcomes });
      const id = `msg_${randomUUID()}`;
      for (let time = 0; time < times; time += 1) {
        const at = new Date();
        const headers = {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, at, body),
        };
        const response = await fetch(url, { method: 'POST', body, headers });
        const answer = await response.json().catch(() => null);
        this.told.push({ body: JSON.parse(body), status: response.status, answer });
      }
    }
  }

  #act(place: Place, { body, query }: FastifyRequest): object {
    if (place === 'submit') {
      const { commands } = v.parse(submission, body);
      const taken = commands.map((command) => this.state.take(command, this.#how.refusals?.[command.imei]));
      if (this.#how.phones === 'at-once') this.state.execute(taken.map(({ key }) => key));
      return { results: taken.map(resultOf) };
    }
    if (place === 'status') {
      const { keys } = v.parse(question, body);
      return { results: keys.map((key) => resultOf(this.state.commands.get(key) ?? { key, status: 'unknown-key' })) };
    }
    const { epoch, after } = v.parse(pageAsked, query);
    const { commands, next } = this.state.list(epoch, after, LIST);
    const rows = commands.map((one) => {
      const { imei, action, receivedAt } = one;
      return { ...resultOf(one), imei, action, receivedAt };
    });
    return { commands: rows, next };
  }

  /** Returns the fault of a request, and counts it. */
  #next(place: Place, body: unknown): Partial<Fault> {
    const imeis = imeisOf(body);
    const found = this.#faults.find(
      ({ at = place, times, imei }) => at === place && times !== 0 && (imei === undefined || imeis.includes(imei)),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found ?? {};
  }

  /** Answers one request, with the fault that is next. */
  async #answer(place: Place, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { method, body } = request;
    const path = request.routeOptions.url ?? '';
    this.isAsked = true;
    const { kind, status = 500, retryAfter, delay } = this.#next(place, body);
    if (kind === 'freeze') return reply.hijack();
    if (kind === 'drop-before') return reply.hijack().raw.destroy();
    if (kind === 'answer' || kind === 'act') {
      if (kind === 'act') this.#act(place, request);
      this.seen.push({ method, path, body, status, answer: {} });
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.code(status).send({ message: 'A fault.' });
    }
    const answer = spoilt(this.#act(place, request), kind);
    this.seen.push({ method, path, body, status: 200, answer });
    if (kind === 'drop-after') return reply.hijack().raw.destroy();
    if (kind === 'garbage') return reply.send('<html>busy</html>');
    if (kind === 'delay') await setTimeout(delay);
    return reply.send(answer);
  }
}

const listed = v.object({ commands: v.array(v.object({ imei: v.string() })) });

function imeisOf(body: unknown): readonly string[] {
  return v.is(listed, body) ? body.commands.map(({ imei }) => imei) : [];
}

const results = v.object({ results: v.array(v.object({ key: v.string(), status: v.string() })) });

/** Makes results say more or less than what is true, as a fault wants it. */
function spoilt(answer: object, kind: Fault['kind'] | undefined): object {
  if (!v.is(results, answer)) return answer;
  const said = answer.results;
  if (kind === 'contradict') return { results: [...said, ...said.map(({ key }) => ({ key, status: 'failed' }))] };
  if (kind === 'forget') return { results: said.map(({ key }) => ({ key, status: 'unknown-key' })) };
  if (kind !== 'behind') return answer;
  const known = said.filter(({ status }) => status !== 'unknown-key');
  return { results: known.map(({ key }) => ({ key, status: 'accepted' })) };
}

export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const provider = new Provider(options);
  await provider.listen();
  return provider;
}
