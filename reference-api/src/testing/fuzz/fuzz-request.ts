import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createStreamSealer } from '../../core/http/stream-sealer.ts';
import { SHARED_KEY } from '../least-settings.ts';
import { bodyArbitrary } from './body-arbitrary.ts';

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + '1' + close.repeat(depth);
const quoted = (text: string): string => JSON.stringify(text);

/** Values that no field expects, as JSON text, beside what fast-check draws; some of them no program would write. */
const hostileValues: Readonly<Record<string, () => string>> = {
  longText: () => quoted('x'.repeat(20_000)),
  longerText: () => quoted('😀'.repeat(60_000)),
  slowMarks: () => quoted(`a${'\u0316\u0300'.repeat(40_000)}`),
  nul: () => '"a\\u0000b"',
  controls: () => '"a\\u0007\\u001b[2J\\r\\nb\\u007f"',
  highSurrogate: () => '"a\\ud800"',
  lowSurrogate: () => '"\\udc00a"',
  noncharacters: () => quoted('\uFFFE\uFFFF\u{10FFFF}'),
  decomposed: () => quoted('Jose\u0301'),
  bidirectional: () => quoted('\u202Egnp.exe\u2066'),
  wildcards: () => quoted('%_\\%'),
  sql: () => quoted("'; drop table accounts; --"),
  path: () => quoted('../../../etc/passwd\\..'),
  firstDay: () => quoted('0000-01-01'),
  lastDay: () => quoted('9999-12-31'),
  minusZero: () => '-0',
  tooLargeForInteger: () => '9007199254740993',
  beyondEveryInteger: () => '99999999999999999999999999',
  infinity: () => '1e400',
  smallest: () => '5e-324',
  longList: () => `[${'0,'.repeat(100_000)}0]`,
  longListOfTexts: () => `[${'"1",'.repeat(50_000)}"1"]`,
  prototype: () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  lengthOnly: () => '{"length":1000000000}',
  toStringField: () => '{"toString":"x","valueOf":1,"toJSON":{}}',
  then: () => '{"then":{}}',
  deepLists: () => nested('[', ']', 60_000),
  deepObjects: () => nested('{"a":', '}', 30_000),
};

/** Bodies that are not an envelope, or cannot be opened. */
const brokenBodies: Readonly<Record<string, (whole: string) => string>> = {
  nothing: () => '',
  noJson: () => 'payload=1',
  halfJson: (whole: string) => whole.slice(0, Math.floor(whole.length / 2)),
  cutAtTheEnd: (whole: string) => whole.slice(0, -1),
  twice: (whole: string) => whole + whole,
  anotherPayload: (whole: string) => whole.replace(/"payload":"v1\.[^"]{8}/, '"payload":"v1.AAAAAAAA'),
  noVersion: (whole: string) => whole.replace('"payload":"v1.', '"payload":"'),
  unknownVersion: (whole: string) => whole.replace('"payload":"v1.', '"payload":"v9.'),
  numberForPayload: (whole: string) => whole.replace(/"payload":"[^"]*"/, '"payload":1e400'),
  listForPayload: (whole: string) => whole.replace(/"payload":"[^"]*"/, '"payload":["v1","","",""]'),
  noId: (whole: string) => whole.replace(/"transactionId":"[^"]*"/, '"transactionId":""'),
  otherId: (whole: string) => whole.replace(/"transactionId":"[^"]/, '"transactionId":"Z'),
  hostileId: (whole: string) => whole.replace(/"transactionId":"[^"]*"/, '"transactionId":"a\\u0000b\\ud800cdefgh"'),
  prototype: (whole: string) => `{"__proto__":{"payload":"x"},${whole.slice(1)}`,
  deep: () => nested('[', ']', 5_000),
  list: (whole: string) => `[${whole}]`,
  null: () => 'null',
  text: () => '"v1"',
  byteOrderMark: (whole: string) => `\uFEFF${whole}`,
};

/** Who makes a request: an identity of the access matrix, by its title. */
const callers = [
  'matrix-superadmin@example.com',
  'matrix-admin@example.com',
  'matrix-all@example.com',
  'API key of matrix-admin@example.com',
  'a token never given',
  'no token',
] as const;

const sealer = createStreamSealer(SHARED_KEY);
const targets: Readonly<Record<string, CallDefinition | undefined>> = { ...calls, copy: copyCalls[0]?.call };

/** One request, described completely, so that a seed makes it again. */
export interface FuzzRequest {
  /** Name of the call, or `copy`. */
  readonly name: string;
  readonly caller: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Which hostile value, by its name or as JSON text, is put where in the body. */
  readonly hostile?: { readonly place: number; readonly value: string };
  /** What happened to the sealed text on its way. */
  readonly broken?: string;
  /** Bytes to send instead of all that. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

const hostileValue = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...Object.keys(hostileValues)) }, fc.json());
const hostile = fc.record({ place: fc.nat(1000), value: hostileValue });

function requestOf(name: string, call: CallDefinition): fc.Arbitrary<FuzzRequest> {
  const body = bodyArbitrary(call.body);
  const common = { name: fc.constant(name), caller: fc.constantFrom(callers[0], ...callers), body };
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(common) },
    { weight: 6, arbitrary: fc.record({ ...common, hostile }) },
    { weight: 2, arbitrary: fc.record({ ...common, broken: fc.constantFrom(...Object.keys(brokenBodies)) }) },
    { weight: 1, arbitrary: fc.record({ ...common, bytes: fc.uint8Array({ maxLength: 200 }) }) },
  );
}

/** Requests of every call: valid ones, ones with one wrong part, and ones that no console sends. */
export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...Object.entries(targets).flatMap(([name, call]) => (call ? [requestOf(name, call)] : [])),
);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Stands for a hostile value until the body is text. */
const PLACEHOLDER = 'a value that no field expects';

/** Returns a setter for every place within a value. */
function placesIn(value: unknown): readonly (() => void)[] {
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((name) => [() => (value[name] = PLACEHOLDER), ...placesIn(value[name])]);
}

/** Returns the body as JSON text, with the hostile value in its place, which may be the body's own. */
function jsonOf({ body, hostile: wrong }: FuzzRequest, user: string): string {
  const root = { body: structuredClone({ user, ...body }) };
  if (!wrong) return JSON.stringify(root.body);
  const places = placesIn(root);
  places[wrong.place % places.length]?.();
  const value = hostileValues[wrong.value] ?? (() => wrong.value);
  return JSON.stringify(root.body).replace(JSON.stringify(PLACEHOLDER), value);
}

/** More fields than a form may have; all fields of a list of thousands would be half a gigabyte. */
const FORM_FIELDS = 40;

/** Makes a form with the fields of a body, a hostile one as its JSON text. */
function formOf(json: string): FormData {
  const form = new FormData();
  const body: unknown = JSON.parse(json);
  for (const [name, value] of Object.entries(isRecord(body) ? body : { level: body }).slice(0, FORM_FIELDS))
    form.append(name, typeof value === 'string' ? value : json.slice(0, 5_000));
  form.append('file', new Blob(['sno,imei1\n1,356938030000005\n'], { type: 'text/csv' }), 'a.csv');
  return form;
}

export type WireRequest = Awaited<ReturnType<typeof wireRequestOf>>;

export async function wireRequestOf(request: FuzzRequest, email: string, token: string | undefined) {
  const call = targets[request.name];
  if (!call) throw new Error(`There is no call ${request.name}.`);
  const { method, path } = call;
  const transactionId = newTransactionId();
  const headers = { 'x-transaction-id': transactionId, ...(token === undefined ? {} : { 'x-api-key': token }) };
  const wire = (init: RequestInit) => ({ call, transactionId, init: { method, headers, ...init } });
  if (method === 'GET') return wire({});
  const json = jsonOf(request, email);
  if (call.request === 'multipart' && !request.bytes && !request.broken) return wire({ body: formOf(json) });
  const context = { direction: 'request', method, path, transactionId } as const;
  const whole =
    call.request === 'sealed' ? await text(Readable.from(sealer.seal(Readable.from([json]), context))) : json;
  const body = request.bytes ?? brokenBodies[request.broken ?? '']?.(whole) ?? whole;
  const type = call.request === 'multipart' ? 'multipart/form-data; boundary=x' : 'application/json';
  return wire({ headers: { ...headers, 'content-type': type }, body });
}
