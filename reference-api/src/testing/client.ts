import { calls, type CallDefinition, type CallName } from '@device-console/shared-lib/contract';
import { newTransactionId, type EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { PASSWORD, people, type PersonName } from './test-data.ts';

const sealedReply = v.object({ payload: v.string(), transactionId: v.string() });
const record = v.record(v.string(), v.unknown());

interface Wire {
  readonly token?: string | undefined;
  readonly transactionId?: string | undefined;
  /** The caller's address, as an API in this process sees it. */
  readonly address?: string | undefined;
  /** Breaks a call over the network off. */
  readonly signal?: AbortSignal | undefined;
}

interface Request {
  readonly method: CallDefinition['method'];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly json: unknown;
}

export type Session = ReturnType<ReturnType<typeof createClient>['session']>;

/** A client that speaks the real envelope with an API that `send` reaches, as the console does. */
export function createClient(codec: EnvelopeCodec, send: (request: Request, wire: Wire) => Promise<Reply>) {
  const headersOf = (transactionId: string, { token }: Wire) => ({
    'x-transaction-id': transactionId,
    ...(token === undefined ? {} : { 'x-api-key': token }),
  });

  /** Makes a call; opens the reply if it is sealed. */
  async function call(name: CallName, body: object, wire: Wire = {}) {
    const { method, path, request }: CallDefinition = calls[name];
    const { transactionId = newTransactionId() } = wire;
    const context = { method, path, transactionId };
    const content = request === 'sealed' ? await codec.seal(body, { ...context, direction: 'request' }) : body;
    const headers = headersOf(transactionId, wire);
    const json = { headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(content) };
    const sent = { method, url: `/${path}`, ...(request === 'none' ? { headers } : json) };
    const { json: said, ...reply } = await send(sent, wire);
    const sealed = v.safeParse(sealedReply, said);
    const answer = sealed.success ? await codec.open(sealed.output, { ...context, direction: 'reply' }) : said;
    return { ...reply, sealed: sealed.success, answer: v.parse(record, answer) };
  }

  /** Sends a batch file. */
  async function upload(
    path: string,
    file: { readonly name: string; readonly content: string | Buffer; readonly type?: string },
    fields: Readonly<Record<string, string>> = {},
    wire: Wire = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file.content], { type: file.type ?? 'text/csv' }), file.name);
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const headers = { ...headersOf(wire.transactionId ?? newTransactionId(), wire), 'content-type': type };
    const payload = Buffer.from(await encoded.arrayBuffer());
    const { status, json } = await send({ method: 'POST', url: `/${path}`, headers, payload }, wire);
    return { status, answer: v.parse(record, json) };
  }

  /** Returns calls in the name of an account, with one of its tokens. */
  function session(email: string, given: unknown, address?: string) {
    const token = String(given);
    const own = { token, address };
    const ownCall = (name: CallName, body: object = {}, wire: Wire = {}) =>
      call(name, { user: email, ...body }, { ...own, ...wire });
    const ask = async (name: CallName, body?: object, wire?: Wire) => (await ownCall(name, body, wire)).answer;
    return {
      ...{ token, email, call: ownCall, ask },
      /** Sends a command to one phone. */
      send: (imei: string, action = 'lock', transactionId?: string) =>
        ownCall('lockNotification', { imei, action }, { transactionId }),
      /** Makes a call; returns the rows of its answer. */
      items: async (name: CallName, body?: object) => v.parse(v.array(record), (await ask(name, body))['items']),
      /** Makes an API key of the account, with bounds if given; returns its text. */
      newKey: async (bounds?: object) =>
        String((await ask('generateKey', { key_name: 'ERP', user_id: email, ...bounds }))['key']),
      upload: (path: string, file: Parameters<typeof upload>[1], fields: object = {}, wire: Wire = {}) =>
        upload(path, file, { user: email, ...fields }, { ...own, ...wire }),
    };
  }

  async function logIn(email: string, address?: string) {
    const { answer } = await call('login', { email, password: PASSWORD }, { address });
    return { ...session(email, answer['token'], address), notice: answer['notice'] };
  }

  const ask = async (name: CallName, body: object, wire?: Wire) => (await call(name, body, wire)).answer;
  return { call, ask, upload, session, logIn, as: (person: PersonName) => logIn(people[person].email) };
}
