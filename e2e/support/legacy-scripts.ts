import { randomUUID } from 'node:crypto';
import {
  localTime,
  type LegacyAccount,
  type LegacyCommand,
  type LegacyState,
  type LegacyUpload,
} from './legacy-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The input of a script of the back end. */
interface ScriptCall {
  readonly state: LegacyState;
  readonly account: LegacyAccount;
  readonly body: Fields;
}

/** One PHP file: what it answers. */
export type Script = (call: ScriptCall) => object;

export const refused = (message: string): object => ({ status: 'Error', message, debug: null });
const done = (message: string): object => ({ status: 'SUCCESS', message, took: '0.004' });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** PHP returns null if a query found nothing. */
const orNull = <Row>(rows: readonly Row[]): readonly Row[] | null => (rows.length === 0 ? null : rows);

export function login({ accounts, sessions }: LegacyState, body: Fields): object {
  const account = accounts.find(({ email, password }) => email === body['email'] && password === body['password']);
  if (!account?.isActive) return refused('Invalid email or password');
  const isSuperadmins = body['client'] === 'SUPERADMIN';
  if (isSuperadmins && account.userlevel !== 'SUPERADMIN') return refused('Only superadmins log in here');
  const token = randomUUID();
  sessions.set(token, account);
  return {
    status: 'Success',
    message: null,
    token,
    email: account.email,
    userlevel: account.userlevel,
    expiry: localTime(Date.now() + 8 * 3_600_000),
    loggedin: 'loginValidated',
    permissions: orNull(account.permissions.map((permission_name) => ({ permission_name }))),
    retailer_phone: 9_000_000_001,
    theme: 'blue',
  };
}

/** Sends a command to a phone every time it is asked to. */
function dispatch({ state, account, body }: ScriptCall, kind: LegacyCommand['interface']): object {
  const imei1 = textOf(body['imei']);
  const device = state.devices.get(imei1);
  const refusal = state.refusals.get(imei1);
  if (refusal !== undefined) return refused(refusal);
  if (!device) return kind === 'B' ? done('not found') : refused('Device is not registered');
  if (body['action'] !== 'LOCK_DEVICE') return refused(`Unknown action ${textOf(body['action'])}`);
  device.command = 'LOCK';
  state.commands.push({
    id: state.commands.length + 1,
    imei1,
    action: 'LOCK_DEVICE',
    interface: kind,
    user: account.email,
    at: Date.now(),
  });
  return kind === 'B' ? done('found') : done('Command queued');
}

function copy({ state, body }: ScriptCall): object {
  const { name, text } = body['file'] as { readonly name: string; readonly text: string };
  state.uploads.push({ file: name, oldfile: name, text, at: Date.now(), lastimei: '', isComplete: '' });
  return done('Uploaded');
}

const commandRow = ({ id, imei1, interface: code, user, at }: LegacyCommand): object => ({
  id: String(id),
  transactionId: null,
  date_and_time: localTime(at),
  imei1: Number(imei1),
  interface: code,
  command: 'LOCK',
  status: 'SENT',
  user,
  commandType: null,
});

const uploadRow = ({ file, oldfile, at, lastimei, isComplete }: LegacyUpload, index: number): object => ({
  id: String(index + 1),
  date_and_time: localTime(at),
  file,
  oldfile,
  isComplete,
  lastimei,
  remarks: null,
  size_bytes: 12,
});

function report({ state, body }: ScriptCall): object {
  if (body['report'] !== 'locked_devices') return refused(`No report ${textOf(body['report'])}`);
  return {
    status: 'success',
    message: '',
    items: orNull(state.uploads.map(uploadRow)),
    commanditems: orNull(state.commands.map(commandRow)),
    next: 'page-2',
  };
}

function audit({ state, body }: ScriptCall): object {
  const imei1 = textOf(body['imei1']);
  const registration = state.devices.has(imei1)
    ? [{ imei1, imei2: null, brand: 'Acme', model: 3, command: null, createdat: '2026-11-20 18:30:00' }]
    : null;
  return {
    status: 'SUCCESS',
    registration,
    release: null,
    deenroll: null,
    commands: orNull(state.commands.filter((row) => row.imei1 === imei1).map(commandRow)),
  };
}

function search({ state, body }: ScriptCall): object {
  const device = state.devices.get(textOf(body['imei']));
  const rows = device
    ? [
        {
          ...device,
          imei1: Number(device.imei1),
          imei2: null,
          claimstatus: 'ENROLLED',
          registrationstatus: 1,
          appversion: 12,
          apptype: 'DPC',
          createdat: '2026-11-20 18:30:00',
        },
      ]
    : [];
  return { status: 'SUCCESS', message: '', items: orNull(rows) };
}

function batchStatus({ state, body }: ScriptCall): object {
  const upload = state.uploads.find(({ file }) => file === body['fileName']);
  if (!upload || body['statusOf'] !== 'lockfiles') return refused('No such file');
  if (state.refusesReports && body['isComplete'] === 'complete') return refused('This file is closed');
  upload.lastimei = textOf(body['lastimei']);
  upload.isComplete = textOf(body['isComplete']);
  return done('Saved');
}

/** The scripts behind a login, by method and file. There is none that the specification does not name. */
export const scripts: Readonly<Record<string, Script>> = {
  'GET homeData.php': ({ state }) => ({
    status: 'success',
    total_device: String(state.devices.size),
    device_today: '0',
    deenroll: '0',
  }),
  'POST devicedetails.php': search,
  'POST locknotification.php': (call) => dispatch(call, 'S'),
  'POST adminlocknotification.php': () => done('Queued'),
  'POST getimeidetails.php': (call) => dispatch(call, 'B'),
  'POST bulkLockCopy.php': copy,
  'PUT updateCommandOnServer.php': ({ state, body }) => {
    state.lists.push(textOf(body['imeilist']));
    return done('Saved');
  },
  'POST updateStatusOnServer.php': batchStatus,
  'POST downloadReports.php': report,
  'POST auditReportByImei.php': audit,
  'POST logout.php': () => done('Bye'),
};
