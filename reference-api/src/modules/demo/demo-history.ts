import { DAY, isoAfter, MINUTE } from '../../core/time/clock.ts';
import { ALL_DEVICES } from '../../core/store/commands.ts';
import { demoBatch, FAILING_ROW, ROWS_PER_BATCH, type DemoBatch } from './demo-batches.ts';
import { commandRow, demoUuid, entriesOf, senderOf, type CommandRow, type Sender } from './demo-commands.ts';
import type { DemoDevices } from './demo-devices.ts';
import { demoImei } from './demo-imei.ts';

const SINGLE_COMMANDS = 2000;
const BATCHES_PER_VARIANT = 2;
/** Batches of releases, which are complete and whose files are there. */
const RELEASE_BATCHES = [99, 102];
/** Devices that the history commands; those before are left without a past, for trials. */
const FIRST_DEVICE = 20;

/** Commands to one device; what releases or de-enrols it is made with the devices. */
const entries = entriesOf(({ id, send }) => send !== 'formattedDevice' && id !== 'release');

function entryOf(wanted: string) {
  const [entry] = entriesOf(({ id }) => id === wanted);
  if (!entry) throw new Error(`The command table lacks ${wanted}, which the demo's history has.`);
  return entry;
}

function stateOf(index: number, at: string, now: Date) {
  if (index % 23 === 0) return 'failed';
  return at > isoAfter(now, -4 * DAY) && index % 5 === 0 ? { dueAt: isoAfter(now, DAY) } : 'acknowledged';
}

function singleCommands(enrolled: readonly string[], senders: readonly Sender[], now: Date): CommandRow[] {
  return Array.from({ length: SINGLE_COMMANDS }, (_, index) => {
    const entry = entries[index % entries.length];
    const imei = enrolled[(index * 37) % enrolled.length];
    if (!entry || !imei) throw new Error('The demo has no devices to make a history of.');
    // From half an hour ago on, evenly over 59 days.
    const at = isoAfter(now, -30 * MINUTE - ((index * 41) % (59 * 1440)) * MINUTE);
    // API keys open no device actions.
    const from = index % 11 === 0 && !entry.command.roles ? 'A' : 'S';
    const sender = senderOf(senders, entry, Math.floor(index / entries.length));
    const sent = { imei, interface: from, transaction_id: demoUuid(1, index) } as const;
    return commandRow(sender, entry, sent, at, stateOf(index, at, now));
  });
}

function batches(senders: readonly Sender[], now: Date) {
  return entries.flatMap((entry, index) =>
    Array.from({ length: BATCHES_PER_VARIANT }, (_, turn) => {
      const number = index * BATCHES_PER_VARIANT + turn;
      const first = FIRST_DEVICE + (number % 3) * ROWS_PER_BATCH;
      const imeis = Array.from({ length: ROWS_PER_BATCH }, (_row, row) => demoImei(first + row));
      return demoBatch(entry, number, imeis, senders, now);
    }),
  );
}

/** Releases by batches; the device whose phone does not answer stays in service, so it is another's. */
function releaseBatches(made: DemoDevices, stays: readonly string[], senders: readonly Sender[], now: Date) {
  return RELEASE_BATCHES.map((number, index) => {
    const releases = made.releases.slice(index * (ROWS_PER_BATCH - 1), (index + 1) * (ROWS_PER_BATCH - 1));
    const imeis = releases.map(({ imei1 }) => imei1).toSpliced(FAILING_ROW, 0, stays[index] ?? '');
    const run = demoBatch(entryOf('release'), number, imeis, senders, now);
    const times = new Map(run.commands.map((command) => [command.imei, command.created_at]));
    for (const release of releases)
      Object.assign(release, { created_at: isoAfter(new Date(times.get(release.imei1) ?? now), MINUTE) });
    return run;
  });
}

/** What released and de-enrolled the other devices that are: the command before each. */
function departures(made: DemoDevices, senders: readonly Sender[]): CommandRow[] {
  const sent =
    (id: string, kind: number, minutes: number) => (row: { imei1: string; created_at: string }, index: number) => {
      const entry = entryOf(id);
      const from = index % 9 === 4 ? 'A' : 'S';
      const command = { imei: row.imei1, interface: from, transaction_id: demoUuid(kind, index) } as const;
      return commandRow(
        senderOf(senders, entry, index),
        entry,
        command,
        isoAfter(new Date(row.created_at), -minutes * MINUTE),
      );
    };
  const deEnrolled = made.enrolments.filter(({ action }) => action === 'DE-ENROLLED');
  const released = made.releases.slice(RELEASE_BATCHES.length * (ROWS_PER_BATCH - 1));
  return [...released.map(sent('release', 4, 1)), ...deEnrolled.map(sent('formattedDevice', 5, 0))];
}

function broadcast(senders: readonly Sender[], now: Date): CommandRow {
  const entry = entryOf('deviceAction');
  const sent = {
    imei: ALL_DEVICES,
    interface: 'S',
    transaction_id: demoUuid(6, 0),
    reason: 'Monthly restart',
  } as const;
  return commandRow(senderOf(senders, entry, 0), entry, sent, isoAfter(now, -33 * DAY));
}

/** Executed commands of the last 60 days, in the order of time, and batches; notes each device's last command on it. */
export function demoHistory(
  made: DemoDevices,
  senders: readonly Sender[],
  now: Date,
): { readonly commands: readonly CommandRow[]; readonly batches: readonly DemoBatch[] } {
  const devices = new Map(made.devices.map((device) => [device.imei1, device]));
  const imeis = made.devices
    .slice(FIRST_DEVICE)
    .filter((device) => device.claim_status === 'ENROLLED' && device.created_at < isoAfter(now, -60 * DAY))
    .map((device) => device.imei1);
  const runs = [...batches(senders, now), ...releaseBatches(made, imeis.slice(-RELEASE_BATCHES.length), senders, now)];
  const commands = [
    ...singleCommands(imeis, senders, now),
    ...departures(made, senders),
    broadcast(senders, now),
    ...runs.flatMap((run) => run.commands),
  ].toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1));
  for (const command of commands) {
    const device = devices.get(command.imei);
    if (device) Object.assign(device, { last_command: command.reported_as, last_command_at: command.created_at });
  }
  return { commands, batches: runs };
}
