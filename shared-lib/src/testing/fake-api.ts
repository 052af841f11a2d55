import * as v from 'valibot';
import { createApiClient, type ApiClientOptions, type ApiResponse } from '../api/index.ts';
import {
  API_KEY_HEADER,
  AUTHORIZATION_FAILED,
  calls,
  LOGIN_VALIDATED,
  mayAccess,
  NOT_AUTHORISED,
  SUPERADMIN_CLIENT,
  type CallDefinition,
} from '../contract/index.ts';
import { createEnvelopeCodec, type EnvelopeCodec } from '../crypto/index.ts';
import { roleOf } from '../session/index.ts';
import { FakeFailure, FakeNetworkFailure, FakeReply } from './fake-failure.ts';
import type { FakeApi, FakeApiOptions, FakeContext, FakeHandlers, FakeRequest, FakeSession } from './fake-api-types.ts';
import { checkSpecifiedOnly, readRequest, routeOf, UnreadableRequest, type FakeRoute } from './fake-request.ts';

const DAY_MS = 86_400_000;

/** The default shared key of a fake API. */
export const FAKE_SHARED_KEY = 'the shared key of the fake API';

const batchRunCallNames = ['batchItems', 'batchCheck', 'batchClaim', 'batchOutcomes'] as const;

type AnyHandler = (body: object, context: FakeContext) => unknown;

function defaultHandlers(session: FakeSession): FakeHandlers {
  return {
    login: ({ client }) => {
      if (client === SUPERADMIN_CLIENT && session.userlevel.toUpperCase() !== 'SUPERADMIN')
        throw new FakeFailure({ message: 'Only superadmins log in here.' });
      const permissions = session.permissions.map((permission_name) => ({ permission_name }));
      return { ...session, status: 'success', message: 'Logged in', loggedin: LOGIN_VALIDATED, permissions };
    },
    // Commands change only if a test does it.
    commandChanges: ({ seen }) =>
      seen === undefined ? { status: 'success', message: '', seen: 'as it was' } : new Promise(() => {}),
    // No device is counted.
    deviceCounts: () => ({ status: 'success', message: '', total: null, states: [] }),
    // No command is known.
    ownCommands: () => ({ status: 'success', message: '', items: [] }),
    // Nothing waits for approval.
    approvals: () => ({ status: 'success', message: '', items: [], off: 'yes' }),
    homeData: () => ({ status: 'success', message: '', total_device: 1200, device_today: 12, deenroll: 3 }),
    logout: () => ({ status: 'success', message: 'Logged out' }),
  };
}

function responseOf(text: string, status: number, headers: Readonly<Record<string, string>>): ApiResponse {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => lower.get(name.toLowerCase()) ?? null },
    text: async () => text,
    blob: async () => new Blob([text], { type: lower.get('content-type') ?? '' }),
  };
}

/** Settles like `work`, or rejects like fetch if the signal aborts first. */
function untilAborted<Result>(signal: AbortSignal | null | undefined, work: Promise<Result>): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function checkRequest(route: FakeRoute, request: FakeRequest, session: FakeSession, isRevoked: boolean): void {
  const { call } = route;
  if (call?.auth === 'none') return;
  if (isRevoked || request.headers[API_KEY_HEADER.toLowerCase()] !== session.token)
    throw new FakeFailure({ httpStatus: 401, message: AUTHORIZATION_FAILED });
  const needsUser = call !== null && call.request !== 'none';
  if (needsUser && request.body['user'] !== session.email) throw notAuthorised(session);
}

/** A team service's answer, in the API's form. */
const inService = (answer: unknown): unknown =>
  answer instanceof FakeReply ? answer : { status: 'success', message: '', answer };

const notAuthorised = ({ permissions }: FakeSession): FakeFailure =>
  new FakeFailure({ httpStatus: 403, message: NOT_AUTHORISED, permissions });

/**
 * Refuses what the reference API would refuse this session (D2a, D9). Throws {@link UnreadableRequest} if the request
 * names no command.
 */
function checkAccess({ accessFor }: FakeRoute, { path }: FakeRequest, body: object, session: FakeSession): void {
  const access = accessFor(body);
  if (!access)
    throw new UnreadableRequest(`${path}: the request names no command that exists; check its action or statusOf.`);
  if (!mayAccess({ ...session, userlevel: roleOf(session.userlevel) }, access)) throw notAuthorised(session);
}

function checkedBody({ call }: FakeRoute, request: FakeRequest): object {
  if (!call) return request.body;
  const result = v.safeParse(call.body, request.body);
  if (!result.success) throw new UnreadableRequest(`${request.path}: ${result.issues[0].message}`);
  return { ...request.body, ...(result.output as object) };
}

/** Makes a fake of the server at the wire, for jest under Node and jsdom. */
export function createFakeApi(options: FakeApiOptions = {}): FakeApi {
  const {
    sharedKey = FAKE_SHARED_KEY,
    codec: name = 'v1',
    apiBase = '/api/',
    now = Date.now,
    names,
    serverTimeZone,
  } = options;
  const backend = name === 'v1' ? 'reference' : 'legacy';
  const codec = createEnvelopeCodec({ codec: name, sharedKey });
  const session: FakeSession = {
    id: '7',
    email: 'operator@example.com',
    token: 'token-of-the-fake-api',
    userlevel: 'ADMIN',
    permissions: [],
    expiry: new Date(now() + DAY_MS).toISOString(),
    retailer_phone: '5550100',
    clientof: 'Example Finance',
    ...options.session,
  };
  const requests: FakeRequest[] = [];
  const state = { handlers: { ...defaultHandlers(session), ...options.handlers }, isRevoked: false };

  async function answerOf(route: FakeRoute, request: FakeRequest): Promise<unknown> {
    checkRequest(route, request, session, state.isRevoked);
    if (backend === 'legacy') checkSpecifiedOnly(route, request, names);
    // A legacy back end's own names do not fit the contract's schema.
    const body = backend === 'legacy' ? request.body : checkedBody(route, request);
    if (backend === 'reference') checkAccess(route, request, body, session);
    if (route.answer) return inService(await route.answer(body, { request, session }));
    const handler = route.name && route.name !== 'service' && (state.handlers[route.name] as AnyHandler | undefined);
    if (!handler)
      throw new FakeFailure({
        httpStatus: 501,
        message: `The fake API has no handler for ${request.method} ${request.path}.`,
      });
    const answer = await handler(body, { request, session });
    if (answer instanceof FakeFailure || answer instanceof FakeNetworkFailure) throw answer;
    if (route.name === 'login') state.isRevoked = false;
    return answer;
  }

  async function seal(opened: EnvelopeCodec, route: FakeRoute, request: FakeRequest, answer: unknown): Promise<string> {
    if (route.call?.reply === 'plain') return JSON.stringify(answer);
    const { method, path, transactionId } = request;
    return JSON.stringify(await opened.seal(answer, { direction: 'reply', method, path, transactionId }));
  }

  async function replyOf(opened: EnvelopeCodec, route: FakeRoute, request: FakeRequest): Promise<ApiResponse> {
    const headers = { Date: new Date(now()).toUTCString(), 'Content-Type': 'application/json' };
    try {
      const answer = await answerOf(route, request);
      if (answer instanceof FakeReply)
        return responseOf(answer.text, answer.httpStatus, { ...headers, ...answer.headers });
      if (route.name === 'file') return responseOf(String(answer), 200, { ...headers, 'Content-Type': 'text/csv' });
      return responseOf(await seal(opened, route, request, answer), 200, headers);
    } catch (error) {
      if (error instanceof FakeNetworkFailure || error instanceof UnreadableRequest) throw error;
      const failure =
        error instanceof FakeFailure
          ? error
          : new FakeFailure({ httpStatus: 500, message: `The handler of ${request.path} threw: ${String(error)}` });
      return responseOf(await seal(opened, route, request, failure.answer), failure.httpStatus, {
        ...headers,
        ...failure.headers,
      });
    }
  }

  async function handle(url: string, init: RequestInit): Promise<ApiResponse> {
    const encoded = url.startsWith(apiBase) ? url.slice(apiBase.length) : url;
    const path = encoded.split('/').map(decodeURIComponent).join('/');
    const route = routeOf(init.method ?? 'GET', path, options);
    const opened = await codec;
    try {
      const request = await readRequest(opened, route, path, init);
      requests.push(request);
      return await replyOf(opened, route, request);
    } catch (error) {
      if (!(error instanceof UnreadableRequest)) throw error;
      return responseOf(JSON.stringify({ status: 'error', message: error.message }), 400, {
        'Content-Type': 'application/json',
      });
    }
  }

  /** True for a batch call without a handler, which the client then does not offer. */
  const isLacking = ({ path }: CallDefinition): boolean =>
    batchRunCallNames.some((name) => calls[name].path === path && !state.handlers[name]);

  const fetch: FakeApi['fetch'] = (url, init) => untilAborted(init.signal, handle(url, init));
  return {
    fetch,
    requests,
    requestsOf: (call) => requests.filter((request) => request.call === call),
    session,
    codec,
    use: (handlers) => {
      state.handlers = { ...state.handlers, ...handlers };
    },
    revokeSession: () => {
      state.isRevoked = true;
    },
    client: (more = {}) => {
      const own: ApiClientOptions = {
        apiBase,
        backend,
        names,
        serverTimeZone,
        codec,
        fetch,
        session: () => session,
        ...more,
      };
      const client = createApiClient(own);
      return { ...client, offers: (call, field) => client.offers(call, field) && !isLacking(call) };
    },
  };
}
