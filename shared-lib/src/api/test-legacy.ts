import CryptoJS from 'crypto-js';
import { calls, copyCalls, parseConfig, type CallDefinition, type CallName } from '../contract/index.ts';
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
const path = (name: string) => `their/${name}`;
const beyond = [...Object.values(calls), ...copyCalls.map(({ call }) => call)].filter(
  (call: CallDefinition) => call.beyond === true,
);

/** config.json of a back end that has all calls, also those beyond the specification. */
const config = parseConfig({
  sharedKey,
  backend: 'legacy',
  codec: 'legacy-cryptojs',
  names: { calls: Object.fromEntries(beyond.map((call) => [call.path, path(call.path)])) },
});

/** The name of every call of the contract; copies by their paths. */
export const legacyCalls: readonly string[] = [...Object.keys(calls), ...copyCalls.map(({ call }) => call.path)];

const IMEIS = ['004999010640000', '490154203237518'] as const;
const imei = IMEIS[0];
const batchId = '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6';

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
  batchItems: {
    action: 'lock',
    filename: 'a.csv',
    batchId,
    items: IMEIS.map((item, index) => ({ row: index + 1, imei: item, transactionId: batchId })),
  },
  batchCheck: { action: 'lock', imeilist: IMEIS.join(',') },
  batchClaim: { action: 'lock', batchId, run: batchId, place: 'Chrome on Linux' },
  batchOutcomes: { batchId, after: 0, limit: 10 },
  updateStatusOnServer: { lastimei: imei, fileName: 'a.csv', isComplete: 'complete', statusOf: 'lockfiles' },
  downloadReports: { report: 'lock', startdate: '2026-01-01', enddate: '2026-01-02' },
  auditReportByImei: { imei1: imei },
  operatorAudit: { startdate: '2026-01-01', enddate: '2026-01-02', limit: 10 },
  platformReport: { browser: 'Chrome 142', loads: [], failures: [] },
  platformFigures: { hours: 24 },
  operations: {},
  operationsCommands: { limit: 10 },
  operationsDecide: { decision: 'cancel', reason: 'A mistake', keys: ['k'] },
  operationsDispatch: { dispatch: 'paused', reason: 'A mistake' },
  operationsCancelBatch: { batchId, reason: 'A mistake' },
  operationsReconcile: { limit: 10 },
  addUser: { email: 'a@example.com', phone: '1', password: 'p', permissions: [1] },
  updateUser: { id: '1', email: 'a', phone: '1', permissions: [1] },
  updateUserStatus: { email: 'a', status: 'ACTIVE' },
  updateLoginStatus: { email: 'a' },
  generateKey: { key_name: 'k', user_id: '1' },
  updateKeyStatus: { keyId: '1', status: 'active' },
  revokeKeys: { email: 'a' },
  changePassword: { currentPassword: 'p', newPassword: 'n' },
  inviteUser: { email: 'a@example.com', phone: '1', permissions: [1] },
  acceptInvitation: { token: 't', newPassword: 'n' },
  beginSignIn: {},
  signInByCode: { code: 'c', handle: 'h' },
  changeRole: { email: 'a', role: 'USER' },
  closeAccount: { email: 'a' },
  containAccount: { email: 'a', reason: 'Stolen' },
  loginFactor: { ticket: 't', code: '123456' },
  confirmTotp: { id: '1', name: 'Phone', code: '123456' },
  confirmPasskey: { name: 'Key', passkey: {} },
  removeFactor: { id: '1' },
  resetFactors: { email: 'a' },
  proveIdentity: { password: 'p' },
  proveBySignOn: { code: 'c', handle: 'h' },
  liftCommandPause: { email: 'a' },
  decideApproval: { id: '1', decision: 'approve' },
};

const runOf = (imei1: string) => ({ batchId: imei1, found: 1, sent: 1, acknowledged: 0, failed: 0 });

const periodFigures = { acknowledged: 1, failed: 0, expired: 0, unknown: 0, cancelled: 0, errors: 0 };

/** Rows of every list of every call that has lists, as a back end sends them. */
export const goodLists: Partial<Record<string, Readonly<Record<string, readonly Fields[]>>>> = {
  deviceDetails: { items: IMEIS.map((imei1) => ({ imei1, claimstatus: 'ENROLLED' })) },
  getUsers: { items: IMEIS.map((id) => ({ id, email: `${id}@example.com` })) },
  getPermissions: {
    permissions: IMEIS.map((_, index) => ({ id: index + 3, permission_name: `Permission ${String(index)}` })),
  },
  getAppVersionDevices: { items: IMEIS.map((_, devices) => ({ appversion: String(devices), devices })) },
  viewKeys: { items: IMEIS.map((id) => ({ id, key_name: `Key ${id}` })) },
  ownFactors: { items: IMEIS.map((id) => ({ id, kind: 'totp', name: `Phone ${id}` })) },
  ownSessions: { items: IMEIS.map((id) => ({ id, address: '192.0.2.1' })) },
  batchRuns: { items: IMEIS.map(runOf) },
  batchItems: { items: IMEIS.map((_, index) => ({ row: index + 1, outcome: 'answered', message: 'found' })) },
  batchCheck: { items: IMEIS.map((item) => ({ imei: item, finding: 'unknown' })) },
  batchOutcomes: { items: IMEIS.map((item, index) => ({ row: index + 1, imei: item, outcome: 'open' })) },
  homeOverview: {
    days: IMEIS.map((day) => ({ day, registered: 1, reregistered: 0, deenrolled: 0, released: 0 })),
    commands: IMEIS.map((day) => ({ day, acknowledged: 1, failed: 0, open: 0 })),
    versions: IMEIS.map((appversion) => ({ appversion, devices: 1 })),
    attention: IMEIS.map((report) => ({ report, failed: 1, unanswered: 0 })),
    actions: IMEIS.map((action) => ({ action })),
    batches: IMEIS.map(runOf),
  },
  operatorAudit: { items: IMEIS.map((id) => ({ id, call: 'login.php' })) },
  platformFigures: {
    items: IMEIS.map((remote) => ({ remote, loads: 1, failures: 0, operators: 0 })),
    failures: IMEIS.map((id) => ({ id, remote: 'mf-x', count: 1, operators: 1 })),
  },
  operations: {
    states: IMEIS.map((state) => ({ state, count: 1 })),
    providerErrors: IMEIS.map((at) => ({ at, count: 1 })),
    periods: IMEIS.map((at) => ({ at, ...periodFigures })),
  },
  operationsCommands: {
    items: IMEIS.map((item) => ({ key: item, imei: item, action: 'lock', state: 'sent', attempts: 0 })),
  },
  operationsDecide: { items: IMEIS.map((key) => ({ key, why: 'It was sent.' })) },
  operationsDispatch: { items: IMEIS.map((key) => ({ key, why: 'It was sent.' })) },
  operationsCancelBatch: { items: IMEIS.map((key) => ({ key, why: 'It was sent.' })) },
  operationsReconcile: { items: IMEIS.map((item) => ({ key: item, imei: item, action: 'lock', differs: 'lost' })) },
  containAccount: {
    sent: IMEIS.map((action) => ({ action, count: 1 })),
    changes: IMEIS.map((call) => ({ call, count: 1 })),
    accounts: IMEIS.map((id) => ({ email: `${id}@example.com`, contained: 'yes' })),
  },
  approvals: { items: IMEIS.map((id) => ({ id, devices: 1, state: 'waiting' })) },
  commandUse: { items: IMEIS.map((account) => ({ account, inDay: 1 })) },
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
  signInByCode: session,
  beginSignIn: { address: 'https://id.example/authorize', handle: 'handle' },
  beginSignOnProof: { address: 'https://id.example/authorize', handle: 'handle' },
  forgotPassword: { token: 'handle' },
  generateKey: { key: 'key-1' },
  batchClaim: { run: batchId },
  commandUse: { inDay: 1, dayBudget: 2, allInDay: 1, allDayBudget: 2, waiting: 1 },
  operations: { dispatch: 'running', gateway: 'http' },
  operationsDecide: { done: 1, notDone: 0, next: '' },
  operationsDispatch: { done: 1, notDone: 0, next: '' },
  operationsCancelBatch: { done: 1, notDone: 0, next: '' },
  operationsReconcile: { asked: 2, agreed: 0, undecided: 2, done: 0, left: 0 },
  batchOutcomes: {
    devices: 2,
    action: 'lock',
    fileName: 'a.csv',
    report: 'lock',
    file: 'b.csv',
    total: 2,
    invalid: 0,
    duplicates: 0,
  },
};

/** What a call's answer holds beside status and message when all is well. */
export function contentsOf(name: string): Fields {
  return { ...goodLists[name], ...more[name] };
}

/** Seals text as a back end does, whatever the text is. */
export function sealedText(text: string): string {
  return CryptoJS.AES.encrypt(text, sharedKey).toString();
}

/** How a call ended. */
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
    names: config.names,
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
