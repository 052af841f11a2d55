import {
  calls,
  TRANSACTION_ID_HEADER,
  type Access,
  type BackEndNames,
  type CallDefinition,
  type CallName,
} from '../contract/index.ts';
import { copyCalls, accessOfCall, accessOfCommand } from '../contract/server.ts';
import { EnvelopeError, type EnvelopeCodec } from '../crypto/index.ts';
import { textOfBlob } from './downloads.ts';
import type { FakeApiOptions, FakeFile, FakeRequest, FakeService } from './fake-api-types.ts';

/** `call` is null for a download or an unknown path. */
export interface FakeRoute {
  readonly name: FakeRequest['call'];
  readonly call: CallDefinition | null;
  /** Depends on the body; null if it names no existing command. */
  readonly accessFor: (body: object) => Access | null;
  /** For a call of a team's service. */
  readonly answer?: FakeService['answer'] | undefined;
}

function serviceRoute(method: string, path: string, services: readonly FakeService[]): FakeRoute | null {
  const [, remote = '', own] = /^services\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const service = services.find((one) => one.path === own);
  const call = service?.callOf(remote);
  if (!service || call?.method !== method) return null;
  return { name: 'service', call, accessFor: (body) => accessOfCall(call.access, body), answer: service.answer };
}

/** The call of a method and path, by the contract or a legacy back end's names (D1a). */
export function routeOf(
  method: string,
  path: string,
  { names, services = [] }: Pick<FakeApiOptions, 'names' | 'services'>,
): FakeRoute {
  const isIt = (call: CallDefinition) => call.method === method && (names?.calls[call.path] ?? call.path) === path;
  const entries = Object.entries(calls) as [CallName, CallDefinition][];
  const entry = entries.find(([, call]) => isIt(call));
  if (entry) return { name: entry[0], call: entry[1], accessFor: (body) => accessOfCall(entry[1].access, body) };
  const service = serviceRoute(method, path, services);
  if (service) return service;
  const copy = copyCalls.find(({ call }) => isIt(call));
  if (copy) return { name: 'copy', call: copy.call, accessFor: () => accessOfCommand(copy.command) };
  const isFile = ['files', ...Object.values(names?.folders ?? {})].some((folder) => path.startsWith(`${folder}/`));
  return method === 'GET' && isFile
    ? { name: 'file', call: null, accessFor: () => ({ permission: 'Reports' }) }
    : { name: null, call: null, accessFor: () => ({}) };
}

/** Refuses what is beyond the specification (D1a). Throws {@link UnreadableRequest}. */
export function checkSpecifiedOnly(
  { call }: FakeRoute,
  { path, headers, body }: FakeRequest,
  names?: BackEndNames,
): void {
  if (TRANSACTION_ID_HEADER.toLowerCase() in headers)
    throw new UnreadableRequest(`${path}: this back end knows no header ${TRANSACTION_ID_HEADER}.`);
  if (call?.beyond === true && names?.calls[call.path] === undefined)
    throw new UnreadableRequest(`${path}: this back end does not know the call.`);
  const unknown =
    call?.beyond === undefined || call.beyond === true ? [] : call.beyond.body.filter((field) => field in body);
  if (unknown.length > 0) throw new UnreadableRequest(`${path}: this back end knows no field ${unknown.join(', ')}.`);
}

function headersOf(init: RequestInit): Record<string, string> {
  const entries = Object.entries((init.headers ?? {}) as Record<string, string>);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    fields[name] =
      typeof value === 'string' ? value : ({ name: value.name, text: await textOfBlob(value) } satisfies FakeFile);
  }
  return fields;
}

/** A request that the fake API cannot read: answered 400 in plain JSON, like the reference API (D2a). */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
}

async function open(
  codec: EnvelopeCodec,
  sealed: unknown,
  method: string,
  path: string,
): Promise<{ body: unknown; transactionId: string }> {
  const { payload, transactionId } = sealed as { payload: string; transactionId: string };
  try {
    return {
      body: await codec.open({ payload, transactionId }, { direction: 'request', method, path, transactionId }),
      transactionId,
    };
  } catch (error) {
    if (error instanceof EnvelopeError) throw new UnreadableRequest(error.message, { cause: error });
    throw error;
  }
}

/** Reads a request as the server would. Throws {@link UnreadableRequest}. */
export async function readRequest(
  codec: EnvelopeCodec,
  route: FakeRoute,
  path: string,
  init: RequestInit,
): Promise<FakeRequest> {
  const method = init.method ?? 'GET';
  const headers = headersOf(init);
  const common = { call: route.name, method, path, headers };
  const plainId = headers[TRANSACTION_ID_HEADER.toLowerCase()] ?? '';
  if (init.body instanceof FormData) return { ...common, body: await fieldsOf(init.body), transactionId: plainId };
  const text = init.body instanceof Blob ? await init.body.text() : init.body;
  if (typeof text !== 'string') return { ...common, body: {}, transactionId: plainId };
  const json: unknown = JSON.parse(text);
  const { body, transactionId } =
    route.call?.request === 'sealed' ? await open(codec, json, method, path) : { body: json, transactionId: plainId };
  return { ...common, body: { ...(body as object) }, transactionId };
}
