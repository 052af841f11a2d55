import CryptoJS from 'crypto-js';
import type * as v from 'valibot';
import { calls, type CallDefinition, type CallName } from '../contract/index.ts';
import { copyCalls, parseConfig } from '../contract/server.ts';
import { createEnvelopeCodec } from '../crypto/index.ts';
import { ApiError, createApiClient, type ApiClient, type ApiResponse } from './index.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A reply as it goes over the wire. */
export interface WireReply {
  readonly text: string;
  readonly status: number;
}

const sharedKey = 'a passphrase of the year 2014';
/** What a reply means does not depend on what was asked, so a request is sealed once for all. */
const codec = createEnvelopeCodec({ codec: 'legacy-cryptojs', sharedKey }).then(async (made) => {
  const request = await made.seal({}, { direction: 'request', method: 'POST', path: 'any.php', transactionId: '' });
  return { ...made, seal: async () => request };
});
const { names } = parseConfig({ sharedKey, backend: 'legacy', codec: 'legacy-cryptojs' });

const isSpecified = ({ beyond }: CallDefinition): boolean => beyond !== true;

/** The name of every call of the specification; copies by their paths. */
export const legacyCalls: readonly string[] = [
  ...Object.entries<CallDefinition>(calls).flatMap(([name, call]) => (isSpecified(call) ? [name] : [])),
  ...copyCalls.flatMap(({ call }) => (isSpecified(call) ? [call.path] : [])),
];

const IMEIS = ['004999010640000', '490154203237518'] as const;
export const imei = IMEIS[0];

export const uuid = '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6';
const samples: Readonly<Record<string, unknown>> = {
  imei,
  imei1: imei,
  action: 'lock',
  batchId: uuid,
  run: uuid,
  row: 1,
  isComplete: 'complete',
  status: 'ACTIVE',
  startdate: '2026-01-01',
  enddate: '2026-01-02',
  match: 'ALL',
  caseType: 'Pre',
  permissions: [1],
  days: 30,
  commands: ['lock'],
  networks: ['192.0.2.1'],
  per_minute: 5,
  limit: 10,
  everyone: true,
};

const ownSamples: Readonly<Record<string, Fields>> = {
  [calls.formattedDevice.path]: { action: 'formatteddevice' },
  [calls.updateKeyStatus.path]: { status: 'active' },
};

/** A value for every field that the call's schema has, so that a new field is seen here. */
export function fullBody({ body, path }: CallDefinition): Record<string, unknown> {
  const { entries } = body as v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };
  return {
    ...Object.fromEntries(Object.keys(entries).map((field) => [field, samples[field] ?? 'text'])),
    ...ownSamples[path],
  };
}

/** Rows of every list of every call that has lists, as a back end sends them. */
export const goodLists: Partial<Record<string, Readonly<Record<string, readonly Fields[]>>>> = {
  deviceDetails: { items: IMEIS.map((imei1) => ({ imei1, claimstatus: 'ENROLLED' })) },
  getUsers: { items: IMEIS.map((id) => ({ id, email: `${id}@example.com` })) },
  getPermissions: {
    permissions: IMEIS.map((_, index) => ({ id: index + 3, permission_name: `Permission ${String(index)}` })),
  },
  getAppVersionDevices: { items: IMEIS.map((_, devices) => ({ appversion: String(devices), devices })) },
  viewKeys: { items: IMEIS.map((id) => ({ id, key_name: `Key ${id}` })) },
  downloadReports: {
    items: IMEIS.map((lastimei) => ({ file: `${lastimei}.csv`, lastimei })),
    commanditems: IMEIS.map((imei1) => ({ imei1 })),
  },
  auditReportByImei: {
    registration: [{ imei1: imei }],
    release: IMEIS.map((imei1) => ({ imei1 })),
    commands: IMEIS.map((imei1) => ({ imei1 })),
    deenroll: [{ imei1: imei }],
  },
};

const figures = { total_device: 3, device_today: 2, deenroll: 1 };
const session = {
  token: 'token-1',
  email: 'a@example.com',
  userlevel: 'USER',
  expiry: '2099-01-01 00:00:00',
  loggedin: 'loginValidated',
  permissions: [{ permission_name: 'Reports' }],
};
const more: Partial<Record<string, Fields>> = {
  homeData: figures,
  login: session,
  forgotPassword: { token: 'handle' },
  generateKey: { key: 'key-1' },
};

export const contentsOf = (name: string): Fields => ({ ...goodLists[name], ...more[name] });

/** Seals text as a back end does, whatever the text is. */
export const sealedText = (text: string): string => CryptoJS.AES.encrypt(text, sharedKey).toString();

export type Ended = { readonly answer: Fields } | { readonly error: ApiError };

/** A client whose back end replies so, in the open and called a page, as PHP does. */
export function clientOf(reply: WireReply): ApiClient {
  const { text, status } = reply;
  const response: ApiResponse = {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => (name === 'Content-Type' ? 'text/html' : null) },
    text: async () => text,
    blob: async () => new Blob([text]),
  };
  return createApiClient({
    apiBase: '/api/',
    backend: 'legacy',
    names,
    codec,
    fetch: async () => response,
    session: () => ({ token: 'token-1', email: 'a@example.com' }),
  });
}

function definitionOf(name: string): CallDefinition {
  const call: CallDefinition | undefined = calls[name as CallName];
  if (!call) throw new Error(`there is no call ${name}`);
  return call;
}

/** Makes a call of the contract to a back end that replies so. Anything but an answer or an ApiError fails the test. */
export async function replied(name: string, reply: WireReply): Promise<Ended> {
  const client = clientOf(reply);
  const copy = copyCalls.find(({ call }) => call.path === name)?.call;
  try {
    const answer: unknown = copy
      ? await client.upload(copy, { name: 'a.csv', content: new Blob(['a']) }, {})
      : await client.call(definitionOf(name), fullBody(definitionOf(name)));
    return { answer: answer as Fields };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error };
  }
}
