import CryptoJS from 'crypto-js';
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
const imei = IMEIS[0];

const bodies: Partial<Record<string, Fields>> = {
  login: { email: 'a@example.com', password: 'p' },
  forgotPassword: { email: 'a@example.com' },
  resetPassword: { token: 't', newPassword: 'n' },
  deviceDetails: { imei },
  getImeiDetails: { imei, action: 'lock', filename: 'a.csv' },
  lockNotification: { imei, action: 'lock' },
  adminLockNotification: { imei, action: 'REBOOT' },
  formattedDevice: { imei, action: 'formatteddevice' },
  updateCommandOnServer: { imeilist: imei, action: 'lock' },
  updateStatusOnServer: { lastimei: imei, fileName: 'a.csv', isComplete: 'complete', statusOf: 'lockfiles' },
  downloadReports: { report: 'lock', startdate: '2026-01-01', enddate: '2026-01-02' },
  auditReportByImei: { imei1: imei },
  addUser: { email: 'a@example.com', phone: '1', password: 'p', permissions: [1] },
  updateUser: { id: '1', email: 'a', phone: '1', permissions: [1] },
  updateUserStatus: { email: 'a', status: 'ACTIVE' },
  updateLoginStatus: { email: 'a' },
  generateKey: { key_name: 'k', user_id: '1' },
  updateKeyStatus: { keyId: '1', status: 'active' },
};

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

function clientOf(reply: WireReply): ApiClient {
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
  const call: CallDefinition | undefined =
    calls[name as CallName] ?? copyCalls.find(({ call: { path: copy } }) => copy === name)?.call;
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
      : await client.call(definitionOf(name), bodies[name] ?? {});
    return { answer: answer as Fields };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error };
  }
}
