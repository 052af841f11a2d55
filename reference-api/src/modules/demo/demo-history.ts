import type { Insertable } from 'kysely';
import { calls, commandList, mayAccess, type Holder } from '@device-console/shared-lib/contract';
import { accessOfCommand } from '@device-console/shared-lib/contract/server';
import { DAY, HOUR, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { ClaimStatus, Schema } from '../../core/store/schema.ts';
import { DEMO_DEVICES, demoImei, demoSecondImei } from './demo-imei.ts';
import { orderOf, type Order } from '../../core/commands/orders.ts';
import { newCommandUid } from '../../core/store/commands.ts';

/** The first devices are all matched and long enrolled, so that samples, trials and the history work with them. */
const PLAIN_DEVICES = 100;

const models = [
  ['Samsung', 'Galaxy A15'],
  ['Samsung', 'Galaxy M34'],
  ['Xiaomi', 'Redmi 13C'],
  ['Vivo', 'Y28'],
  ['Oppo', 'A59'],
  ['Realme', 'C67'],
  ['Motorola', 'G54'],
] as const;
const appVersions = ['4.2.0', '4.2.0', '4.2.0', '4.1.3', '4.1.3', '4.0.7', '3.9.1'];

export type DemoDevices = ReturnType<typeof demoDevices>;

function claimStatus(index: number): ClaimStatus {
  if (index < PLAIN_DEVICES) return 'ENROLLED';
  if (index % 29 === 7) return 'DE-ENROLLED';
  return index % 53 === 11 ? 'RELEASED' : 'ENROLLED';
}

/** Most devices were registered 61 to 400 days ago, some in the last weeks, a few in the last minutes. */
function registeredAt(index: number, now: Date): string {
  const recent = index >= PLAIN_DEVICES && claimStatus(index) === 'ENROLLED';
  if (recent && index % 250 === 33) return isoAfter(now, -((index % 20) + 1) * MINUTE);
  if (recent && index % 8 === 2) return isoAfter(now, -(1 + (index % 45)) * DAY - ((index * 31) % 600) * MINUTE);
  return isoAfter(now, -(61 + ((index * 7919) % 340)) * DAY - ((index * 104_729) % 1440) * MINUTE);
}

/** Makes the demo devices with the registrations, de-enrolments, re-registrations and releases of the last 60 days. */
export function demoDevices(now: Date) {
  const devices: Insertable<Schema['devices']>[] = [];
  const registrations: Insertable<Schema['registrations']>[] = [];
  const enrolments: Insertable<Schema['enrolments']>[] = [];
  const releases: Insertable<Schema['releases']>[] = [];
  for (let index = 0; index < DEMO_DEVICES; index += 1) {
    const [brand, model] = models[index % models.length] ?? models[0];
    const identity = { imei1: demoImei(index), imei2: demoSecondImei(index) };
    const status = claimStatus(index);
    const created = registeredAt(index, now);
    const changed = isoAfter(now, -(1 + (index % 59)) * DAY);
    const matched = index >= PLAIN_DEVICES && index % 17 === 3 ? 'NO' : 'YES';
    const register = (created_at: string) =>
      registrations.push({ ...identity, brand, model, matched, registration_status: 'REGISTERED', created_at });
    devices.push({
      ...{ ...identity, brand, model, claim_status: status, created_at: created, updated_at: created },
      registration_status: status === 'ENROLLED' ? 'REGISTERED' : 'NOT REGISTERED',
      app_version: appVersions[index % appVersions.length] ?? '',
      app_type: index % 3 === 0 ? 'Device Owner' : 'Standard',
      last_command: '',
      last_command_at: null,
    });
    register(created);
    const comesBack = status === 'ENROLLED' && index % 97 === 5 && created < isoAfter(now, -60 * DAY);
    if (status === 'RELEASED') releases.push({ ...identity, brand, model, created_at: changed });
    if (status === 'DE-ENROLLED' || comesBack)
      enrolments.push({ ...identity, action: 'DE-ENROLLED', created_at: changed });
    if (comesBack) {
      const again = isoAfter(new Date(changed), 2 * HOUR);
      enrolments.push({ ...identity, action: 'RE-REGISTERED', created_at: again });
      register(again);
    }
  }
  return { devices, registrations, enrolments, releases };
}

const SINGLE_COMMANDS = 2000;
const BATCHES_PER_VARIANT = 2;
const ROWS_PER_BATCH = 20;
const FAILING_ROW = 7;
const INTERRUPTED_AFTER = 12;
/** Numbers of a complete batch of locks, and of an interrupted one that anyone who may lock can take over. */
const KNOWN = [0, 1];
/** Numbers of the batches of releases, which are complete and whose files exist. */
const RELEASE_BATCHES = [99, 102];
/** The first device with a history; those before it are for trials. */
const FIRST_DEVICE = 20;

export interface Sender extends Holder {
  readonly id: number;
  readonly email: string;
}

type CommandRow = Insertable<Schema['commands']>;

/** Commands to one device, except those that release or de-enrol it: they are made with the devices. */
const orders: readonly Order[] = commandList
  .filter(({ id, send }) => send !== 'formattedDevice' && id !== 'release')
  .flatMap((command) => command.variants.map((variant) => ({ command, variant })));

/** Returns a UUID that is the same in every demo database; `kind` keeps the series apart. */
function demoUuid(kind: number, index: number): string {
  return `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(index).padStart(12, '0')}`;
}

function senderOf(senders: readonly Sender[], { command }: Order, index: number): Sender {
  const allowed = senders.filter((sender) => mayAccess(sender, accessOfCommand(command)));
  const sender = allowed[index % Math.max(allowed.length, 1)];
  if (!sender) throw new Error(`No demo account may send ${command.title}.`);
  return sender;
}

/** Makes the row of a command that a phone has done, unless `sent` says otherwise. */
function commandRow(
  sender: Sender,
  { variant: { action, reportedAs, report } }: Order,
  at: string,
  sent: Pick<CommandRow, 'imei' | 'interface' | 'transaction_id'> & Partial<CommandRow>,
): CommandRow {
  return {
    ...{ filename: '', batch_id: null, reason: '', payload: '{}', attempts: 0, claimed_until: null },
    ...{ account_id: sender.id, user_email: sender.email, action, reported_as: reportedAs, report },
    ...{ status: 'acknowledged', failure: '' },
    ...{ uid: newCommandUid(at), next_attempt_at: at, created_at: at, updated_at: at },
    ...sent,
  };
}

const failed = { status: 'failed', failure: 'The phone was out of reach.' } as const;

export function auditRow(command: CommandRow): Insertable<Schema['audit_log']> {
  const { created_at: at, account_id, user_email: email, interface: from, action, imei, filename } = command;
  const { command: sent } = orderOf(action);
  return {
    ...{ at, account_id, email, action, imei, outcome: 'success', address: '192.0.2.10' },
    via: from === 'A' ? 'key' : 'session',
    call: calls[from === 'B' ? (sent.batch?.dispatch ?? sent.send) : sent.send].path,
    detail: JSON.stringify({ ...(filename === '' ? {} : { filename }), message: sent.successText }),
    transaction_id: command.transaction_id,
  };
}

/** Makes a batch by its number: most are complete, some interrupted; in each, one phone does not answer. */
function demoBatch(order: Order, number: number, imeis: readonly string[], senders: readonly Sender[], now: Date) {
  const { command, variant } = order;
  const { report, action } = variant;
  const sender = senderOf(senders, order, number);
  // Batches are spread over the last 38 days.
  const at = isoAfter(now, -(((number * 5) % 38) + 1) * DAY);
  const isComplete = number % 3 !== 1;
  const done = isComplete ? imeis : imeis.slice(0, INTERRUPTED_AFTER);
  const [account_id, batch_id, devices, found] = [sender.id, demoUuid(2, number), imeis.length, done.length];
  const file = `${report}-demo-${number}.csv`;
  const old_file = `${variant.filePrefix ?? ''}${command.id}-${number}.csv`;
  return {
    intent: { account_id, batch_id, action, devices, imei_list: imeis.join(), created_at: at },
    upload: {
      ...{ account_id, file, old_file, report, batch_id, created_at: at, updated_at: at },
      is_complete: isComplete ? ('complete' as const) : ('incomplete' as const),
      last_imei: done.at(-1) ?? '',
      status_of: command.batch?.statusOf ?? '',
      content: Buffer.from(['sno,imei1', ...imeis.map((imei, row) => `${row + 1},${imei}`), ''].join('\r\n')),
    },
    commands: done.map((imei, row) => {
      const transaction_id = demoUuid(3, number * ROWS_PER_BATCH + row);
      const sent = { imei, interface: 'B', transaction_id, filename: file, batch_id } as const;
      const state = row === FAILING_ROW ? failed : {};
      return commandRow(sender, order, isoAfter(new Date(at), (row + 1) * 1000), { ...sent, ...state });
    }),
    /** The row of a batch that a run claimed. */
    known: KNOWN.includes(number) && {
      ...{ batch_id, account_id, holder_id: account_id, action, level: '', file_name: old_file, file, report },
      ...{ devices, total: devices, invalid: 0, duplicates: 0, found, not_found: 0, refused: 0, started_at: at },
      ...{ run: demoUuid(7, number), place: 'Chrome on Windows', seen_at: isoAfter(new Date(at), found * 1000) },
      state: isComplete ? ('complete' as const) : ('open' as const),
    },
  };
}

function singleCommands(enrolled: readonly string[], senders: readonly Sender[], now: Date): CommandRow[] {
  return Array.from({ length: SINGLE_COMMANDS }, (_, index) => {
    const order = orders[index % orders.length];
    const imei = enrolled[(index * 37) % enrolled.length];
    if (!order || !imei) throw new Error('The demo has no devices to make a history of.');
    // Commands are spread over the 59 days until half an hour ago.
    const at = isoAfter(now, -30 * MINUTE - ((index * 41) % (59 * 1440)) * MINUTE);
    const isWaiting = at > isoAfter(now, -4 * DAY) && index % 5 === 0;
    const waiting = isWaiting ? ({ status: 'sent', next_attempt_at: isoAfter(now, DAY) } as const) : {};
    return commandRow(senderOf(senders, order, Math.floor(index / orders.length)), order, at, {
      ...{ imei, transaction_id: demoUuid(1, index), ...(index % 23 === 0 ? failed : waiting) },
      // API keys open no device actions.
      interface: index % 11 === 0 && !order.command.roles ? 'A' : 'S',
    });
  });
}

function ordinaryBatches(senders: readonly Sender[], now: Date) {
  return Array.from({ length: orders.length * BATCHES_PER_VARIANT }, (_, number) => {
    const first = FIRST_DEVICE + (number % 3) * ROWS_PER_BATCH;
    const imeis = Array.from({ length: ROWS_PER_BATCH }, (_row, row) => demoImei(first + row));
    return demoBatch(orders[Math.floor(number / BATCHES_PER_VARIANT)] ?? orderOf('lock'), number, imeis, senders, now);
  });
}

/** Makes batches of releases. The device whose phone does not answer stays enrolled, so it is one of `stays`. */
function releaseBatches(made: DemoDevices, stays: readonly string[], senders: readonly Sender[], now: Date) {
  return RELEASE_BATCHES.map((number, index) => {
    const releases = made.releases.slice(index * (ROWS_PER_BATCH - 1), (index + 1) * (ROWS_PER_BATCH - 1));
    const imeis = releases.map(({ imei1 }) => imei1).toSpliced(FAILING_ROW, 0, stays[index] ?? '');
    const run = demoBatch(orderOf('release'), number, imeis, senders, now);
    for (const release of releases) release.created_at = isoAfter(new Date(run.intent.created_at), HOUR);
    return run;
  });
}

/** The commands that released or de-enrolled all other devices that are gone. */
function departures(made: DemoDevices, senders: readonly Sender[]): CommandRow[] {
  const sent =
    (action: string, kind: number, minutes: number) => (row: { imei1: string; created_at: string }, index: number) => {
      const order = orderOf(action);
      const at = isoAfter(new Date(row.created_at), -minutes * MINUTE);
      const from = index % 9 === 4 ? 'A' : 'S';
      const command = { imei: row.imei1, interface: from, transaction_id: demoUuid(kind, index) } as const;
      return commandRow(senderOf(senders, order, index), order, at, command);
    };
  const deEnrolled = made.enrolments.filter(({ action }) => action === 'DE-ENROLLED');
  const released = made.releases.slice(RELEASE_BATCHES.length * (ROWS_PER_BATCH - 1));
  return [...released.map(sent('release', 4, 1)), ...deEnrolled.map(sent('formatteddevice', 5, 0))];
}

/** Makes the commands of the last 60 days, in order of time, and batches. Sets the last command of each device. */
export function demoHistory(made: DemoDevices, senders: readonly Sender[], now: Date) {
  const devices = new Map(made.devices.map((device) => [device.imei1, device]));
  const imeis = made.devices
    .slice(FIRST_DEVICE)
    .filter((device) => device.claim_status === 'ENROLLED' && device.created_at < isoAfter(now, -60 * DAY))
    .map((device) => device.imei1);
  const stays = imeis.slice(-RELEASE_BATCHES.length);
  const batches = [...ordinaryBatches(senders, now), ...releaseBatches(made, stays, senders, now)];
  const commands = [
    ...singleCommands(imeis, senders, now),
    ...departures(made, senders),
    ...batches.flatMap((run) => run.commands),
  ].toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1));
  for (const command of commands) {
    const device = devices.get(command.imei);
    if (device) Object.assign(device, { last_command: command.reported_as, last_command_at: command.created_at });
  }
  return { commands, batches };
}
