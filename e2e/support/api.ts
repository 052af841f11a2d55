import {
  calls,
  type AnswerOf,
  type BodyOf,
  type CallDefinition,
  type LoginAnswer,
} from '@device-console/shared-lib/contract';
import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import type { Request } from '@playwright/test';
import { password } from './test.ts';

const apiBase = '/api/';
const demoKey = 'device-console-demo-shared-key-0001';

/** The result of a call, whether the server accepted it or not. */
interface WireAnswer {
  readonly httpStatus: number;
  readonly body: unknown;
}

/** The address of an API, and its key if it is not the demo's. */
export interface ApiPlace {
  readonly address: string;
  readonly sharedKey?: string;
}

/**
 * Talks to the API as another program would, past the page: to look at what really happened, and to try what must fail.
 */
export interface WireClient {
  /** Of the console or API that it calls. */
  readonly address: string;
  readonly email: string;
  readonly token: string;
  call<Call extends CallDefinition>(call: Call, body: BodyOf<Call>): Promise<AnswerOf<Call>>;
  attempt(call: CallDefinition, body: unknown): Promise<WireAnswer>;
}

/** Each call has a connection of its own: one kept open may be closed by the server just as it is used. */
const ownConnection = { Connection: 'close' };

const codecs = new Map<string, ReturnType<typeof createEnvelopeCodec>>();

function codecOf(sharedKey: string) {
  const known = codecs.get(sharedKey) ?? createEnvelopeCodec({ codec: 'v1', sharedKey });
  codecs.set(sharedKey, known);
  return known;
}

async function openReply(
  text: string,
  call: CallDefinition,
  transactionId: string,
  sharedKey: string,
): Promise<unknown> {
  const reply = JSON.parse(text) as { payload?: string; transactionId?: string };
  if (reply.payload === undefined || reply.transactionId === undefined) return reply;
  const codec = await codecOf(sharedKey);
  return codec.open(
    { payload: reply.payload, transactionId: reply.transactionId },
    { direction: 'reply', method: call.method, path: call.path, transactionId },
  );
}

/** A login over the wire: the sealed reply as received, and its contents. */
export async function wireLogin(
  place: ApiPlace,
  email: string,
  own = password,
): Promise<{ sealed: string; answer: LoginAnswer }> {
  const id = newTransactionId();
  const login = await fetch(`${place.address}${apiBase}${calls.login.path}`, {
    method: 'POST',
    headers: { ...ownConnection, 'Content-Type': 'application/json', 'X-Transaction-Id': id },
    body: JSON.stringify({ email, password: own }),
  });
  const sealed = await login.text();
  const answer = (await openReply(sealed, calls.login, id, place.sharedKey ?? demoKey)) as LoginAnswer;
  return { sealed, answer };
}

/** Logs in over the wire; returns a client with that session. */
export async function wireClient(place: ApiPlace, email: string): Promise<WireClient> {
  return tokenClient(place, email, (await wireLogin(place, email)).answer.token);
}

/** A client with a session's token, or with an API key of that account (D21). */
export function tokenClient(place: ApiPlace, email: string, token: string): WireClient {
  const base = `${place.address}${apiBase}`;
  const sharedKey = place.sharedKey ?? demoKey;

  const attempt: WireClient['attempt'] = async (call, body) => {
    const transactionId = newTransactionId();
    const headers: Record<string, string> = { ...ownConnection, 'X-API-Key': token };
    let sent: string | null = null;
    if (call.request === 'none') headers['X-Transaction-Id'] = transactionId;
    else {
      const codec = await codecOf(sharedKey);
      const sealed = await codec.seal(
        { ...(body as object), user: email },
        { direction: 'request', method: call.method, path: call.path, transactionId },
      );
      headers['Content-Type'] = 'application/json';
      sent = JSON.stringify(sealed);
    }
    const response = await fetch(base + call.path, { method: call.method, headers, body: sent });
    return {
      httpStatus: response.status,
      body: await openReply(await response.text(), call, transactionId, sharedKey),
    };
  };

  return {
    address: place.address,
    email,
    token,
    attempt,
    call: async (call, body) => {
      const { httpStatus, body: answer } = await attempt(call, body);
      if (httpStatus !== 200) throw new Error(`${call.path} answered ${httpStatus}: ${JSON.stringify(answer)}`);
      return answer as AnswerOf<typeof call>;
    },
  };
}

/** An executed command, as the API's report has it. */
export interface ExecutedCommand {
  readonly imei1: string;
  readonly interface: string;
  readonly transactionId: string;
}

/** The prefix of the transaction ids in the demo's own history. */
const DEMO_ID = '00000000-0000-4000-8';

/** The executed commands of a report over the last two days, oldest first, without the demo's history. */
export async function executedCommands(client: WireClient, report: string): Promise<readonly ExecutedCommand[]> {
  const day = 86_400_000;
  const date = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const { commanditems } = await client.call(calls.downloadReports, {
    report,
    startdate: date(Date.now() - day),
    enddate: date(Date.now() + day),
    timezone: 'UTC',
  });
  return commanditems
    .filter(({ transactionId }) => !transactionId.startsWith(DEMO_ID))
    .toSorted((left, right) => Number(left.id) - Number(right.id));
}

/** The executed lock commands of the last two days, oldest first, like {@link executedCommands}. */
export function executedLocks(client: WireClient): Promise<readonly ExecutedCommand[]> {
  return executedCommands(client, 'lock');
}

/** A call as it was on the wire, opened: what was sealed in a sealed body; nothing for a form. */
interface WireCall {
  /** Method and path, relative to the API's base. */
  readonly call: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly transactionId: string;
}

/** Opens a request of the page like the server (W2, D1); throws if it is not sealed with the console's key. */
export async function openRequest(request: Request): Promise<WireCall> {
  const path = pathOf(request);
  const method = request.method();
  const headers = await request.allHeaders();
  const call = callOf(request);
  const type = headers['content-type'] ?? '';
  if (!type.includes('json')) return { call, headers, body: {}, transactionId: headers['x-transaction-id'] ?? '' };
  const sealed = request.postDataJSON() as { payload: string; transactionId: string };
  const codec = await codecOf(demoKey);
  const body = await codec.open(sealed, { direction: 'request', method, path, transactionId: sealed.transactionId });
  return { call, headers, body: body as Record<string, unknown>, transactionId: sealed.transactionId };
}

const pathOf = (request: Request): string => new URL(request.url()).pathname.slice(apiBase.length);

/** Which call a request to the API is. */
export const callOf = (request: Request): string => `${request.method()} ${pathOf(request)}`;

/** True for a request to the API. */
export function isApiCall(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith(apiBase);
}
