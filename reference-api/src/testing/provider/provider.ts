import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { systemClock, type Clock } from '../../core/time/clock.ts';
import { Faults, type Behaviour, type Fault } from './provider-faults.ts';
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

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

type Told = Pick<Seen, 'body' | 'status' | 'answer'>;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

const resultOf = ({ key, status, reason }: KeptCommand) => ({ key, status, ...(reason === '' ? {} : { reason }) });

interface Reply {
  readonly status: number;
  readonly answer: unknown;
}

/** A provider that speaks the protocol of docs/provider-api.yaml, with phones that obey. */
export class Provider {
  readonly state: ProviderState;
  readonly faults = new Faults();
  readonly seen: Seen[] = [];
  readonly told: Told[] = [];
  /** True once any request has come. */
  isAsked = false;
  #how: Required<Omit<Behaviour, 'faults'>> = { refusals: {}, phones: 'asked', callbacks: 'off' };
  #callback: { readonly url: string; readonly secret: string } | undefined;

  constructor(
    private readonly server: Server,
    readonly url: string,
    readonly bearer: string | undefined,
    clock: Clock,
  ) {
    this.state = new ProviderState(clock);
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  behave({ faults, ...how }: Behaviour): void {
    if (faults) this.faults.set(faults);
    this.#how = { ...this.#how, ...how };
  }

  callBackTo(url: string, secret: string): void {
    this.#callback = { url, secret };
  }

  /** Lets phones execute what was accepted, and reports it if callbacks are on. */
  async execute(keys?: readonly string[]): Promise<void> {
    await this.#tell(this.state.execute(keys));
  }

  async #tell(commands: readonly KeptCommand[]): Promise<void> {
    if (!this.#callback || this.#how.callbacks === 'off' || commands.length === 0) return;
    const { url, secret } = this.#callback;
    const times = this.#how.callbacks === 'twice' ? 2 : 1;
    for (let from = 0; from < commands.length; from += LIST) {
      const outcomes = commands.slice(from, from + LIST).map((one) => resultOf(one));
      const body = JSON.stringify({ type: 'commands.outcomes', outcomes });
      const id = `msg_${randomUUID()}`;
      for (let time = 0; time < times; time += 1) {
        const at = new Date();
        const response = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
            'webhook-signature': new Webhook(secret).sign(id, at, body),
          },
        });
        const answer = await response.json().catch(() => null);
        this.told.push({ body: JSON.parse(body), status: response.status, answer });
      }
    }
  }

  submit(body: unknown): Reply {
    const { commands } = v.parse(v.object({ commands: v.pipe(v.array(submitted), v.maxLength(LIST)) }), body);
    const taken = commands.map((command) => this.state.take(command, this.#how.refusals?.[command.imei]));
    if (this.#how.phones === 'at-once') this.state.execute(taken.map(({ key }) => key));
    return {
      status: 200,
      answer: { results: taken.map(({ key }) => resultOf(this.state.commands.get(key) as KeptCommand)) },
    };
  }

  status(body: unknown): Reply {
    const { keys } = v.parse(v.object({ keys: v.pipe(v.array(v.string()), v.maxLength(LIST)) }), body);
    const results = keys.map((key) => {
      const known = this.state.commands.get(key);
      return known ? resultOf(known) : { key, status: 'unknown-key' };
    });
    return { status: 200, answer: { results } };
  }

  list(url: URL): Reply {
    const [epoch = '', after = ''] = ['epoch', 'after'].map((name) => url.searchParams.get(name) ?? '');
    const { commands, next } = this.state.list(epoch, after, LIST);
    const rows = commands.map((one) => {
      const { imei, action, receivedAt } = one;
      return { ...resultOf(one), imei, action, receivedAt };
    });
    return { status: 200, answer: { commands: rows, next } };
  }
}

function placeOf(method: string, path: string): 'submit' | 'status' | 'list' | undefined {
  if (path === '/commands') return method === 'POST' ? 'submit' : 'list';
  return path === '/commands/status' ? 'status' : undefined;
}

const listed = v.object({ commands: v.array(v.object({ imei: v.string() })) });

function imeisOf(body: unknown): readonly string[] {
  const read = v.safeParse(listed, body);
  return read.success ? read.output.commands.map(({ imei }) => imei) : [];
}

const results = v.object({ results: v.array(v.object({ key: v.string(), status: v.string() })) });

/** Makes results say more or less than what is true, as a fault wants it. */
function spoilt(reply: Reply, kind: Fault['kind'] | undefined): Reply {
  const read = v.safeParse(results, reply.answer);
  if (!read.success) return reply;
  const said = read.output.results;
  const known = said.filter(({ status }) => status !== 'unknown-key');
  const answerOf = (more: readonly object[]): Reply => ({ ...reply, answer: { results: more } });
  if (kind === 'contradict') return answerOf([...said, ...said.map(({ key }) => ({ key, status: 'failed' }))]);
  if (kind === 'behind') return answerOf(known.map(({ key }) => ({ key, status: 'accepted' })));
  if (kind === 'forget') return answerOf(said.map(({ key }) => ({ key, status: 'unknown-key' })));
  return reply;
}

/** Answers one request, with the fault that is next. */
async function answer(desk: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://provider');
  const method = request.method ?? 'GET';
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const body = await bodyOf(request);
  const place = placeOf(method, url.pathname);
  if (!place) return send(404, { message: 'There is no such path.' });
  if (desk.bearer !== undefined && request.headers.authorization !== `Bearer ${desk.bearer}`)
    return send(401, { message: 'The token is not known.' });
  desk.isAsked = true;
  const fault = desk.faults.next(place, imeisOf(body));
  if (fault?.kind === 'freeze') return;
  if (fault?.kind === 'drop-before') return void response.destroy();
  const act = () => (place === 'submit' ? desk.submit(body) : place === 'status' ? desk.status(body) : desk.list(url));
  if (fault?.kind === 'answer' || fault?.kind === 'act') {
    if (fault.kind === 'act') act();
    const status = fault.status ?? 500;
    desk.seen.push({ method, path: url.pathname, body, status, answer: {} });
    const wait = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
    return send(status, { message: 'A fault.' }, wait);
  }
  const reply = spoilt(act(), fault?.kind);
  desk.seen.push({ method, path: url.pathname, body, ...reply });
  if (fault?.kind === 'drop-after') return void response.destroy();
  if (fault?.kind === 'garbage') return void response.writeHead(200).end('<html>busy</html>');
  if (fault?.kind === 'delay') await setTimeout(fault.delay ?? 0);
  return send(reply.status, reply.answer);
}

export async function startProvider({ bearer, tls, clock = systemClock }: ProviderOptions = {}): Promise<Provider> {
  const server = tls ? createTlsServer(tls) : createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = new Provider(server, `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, bearer, clock);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(provider, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return provider;
}
