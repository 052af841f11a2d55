import { commandList, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import { DAY, isoAfter, MINUTE } from '../clock.ts';
import type { CommandTable, DeviceTable } from '../store/schema.ts';
import type { NewUpload } from '../store/uploads.ts';
import { demoImei } from './demo-imei.ts';

const SINGLE_COMMANDS = 2000;
const BATCHES_PER_VARIANT = 2;
const ROWS_PER_BATCH = 20;
/** Devices that the history commands; those before are left without a past, for trials. */
const FIRST_DEVICE = 20;

interface DemoHistory {
  readonly commands: Insertable<CommandTable>[];
  readonly uploads: NewUpload[];
}

interface Sender {
  readonly id: number;
  readonly email: string;
}

interface Entry {
  readonly command: Command;
  readonly variant: CommandVariant;
}

/** What the history holds: releases and de-enrolments change devices and are made with the devices. */
const entries: readonly Entry[] = commandList
  .filter((command) => command.send === 'lockNotification' && command.id !== 'release')
  .flatMap((command) => command.variants.map((variant) => ({ command, variant })));

/** A UUID that is the same in every demo database. */
function demoUuid(kind: number, index: number): string {
  return `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(index).padStart(12, '0')}`;
}

function commandRow(
  sender: Sender, { variant }: Entry, more: Pick<Insertable<CommandTable>, 'imei' | 'interface' | 'transaction_id' | 'filename' | 'batch_id'>, at: string, failed: boolean,
): Insertable<CommandTable> {
  return {
    ...more, account_id: sender.id, user_email: sender.email, action: variant.action, reported_as: variant.reportedAs, report: variant.report,
    payload: '{}', reason: '', status: failed ? 'failed' : 'acknowledged', failure: failed ? 'The phone was out of reach.' : '', attempts: 0,
    next_attempt_at: at, claimed_until: null, created_at: at, updated_at: at,
  };
}

function singleCommands(enrolled: readonly string[], senders: readonly Sender[], now: Date): Insertable<CommandTable>[] {
  return Array.from({ length: SINGLE_COMMANDS }, (_, index) => {
    const entry = entries[index % entries.length];
    const imei = enrolled[(index * 37) % enrolled.length];
    const sender = senders[index % senders.length];
    if (!entry || !imei || !sender) throw new Error('The demo has no devices or accounts to make a history of.');
    const at = isoAfter(now, -DAY - ((index * 41) % (59 * 1440)) * MINUTE);
    const from = index % 11 === 0 ? 'A' : 'S';
    return commandRow(sender, entry, { imei, interface: from, transaction_id: demoUuid(1, index), filename: '', batch_id: null }, at, index % 23 === 0);
  });
}

function batch(entry: Entry, number: number, sender: Sender, now: Date): DemoHistory {
  const { command, variant } = entry;
  const first = FIRST_DEVICE + (number % 3) * ROWS_PER_BATCH;
  const imeis = Array.from({ length: ROWS_PER_BATCH }, (_, row) => demoImei(first + row));
  const start = new Date(now.getTime() - ((number * 5) % 58 + 1) * DAY);
  const at = start.toISOString();
  const file = `${variant.report}-demo-${number}.csv`;
  const batchId = demoUuid(2, number);
  const content = Buffer.from(`${['sno,imei1', ...imeis.map((imei, row) => `${row + 1},${imei}`)].join('\r\n')}\r\n`);
  return {
    uploads: [{
      accountId: sender.id, file, oldFile: `${variant.filePrefix ?? ''}${command.id}-${number}.csv`, report: variant.report,
      statusOf: command.batch?.statusOf ?? '', batchId, content, remarks: '', at,
    }],
    commands: imeis.map((imei, row) => commandRow(
      sender, entry, { imei, interface: 'B', transaction_id: demoUuid(3, number * ROWS_PER_BATCH + row), filename: file, batch_id: batchId },
      isoAfter(start, (row + 1) * 1000), row === 7,
    )),
  };
}

/** Executed commands and uploaded batches of the last 60 days, in the order of time; notes each device's last command on `devices`. */
export function demoHistory(devices: readonly Insertable<DeviceTable>[], senders: readonly Sender[], now: Date): DemoHistory {
  const known = new Map(devices.map((device) => [device.imei1, device]));
  const enrolled = devices.slice(FIRST_DEVICE).filter((device) => device.claim_status === 'ENROLLED' && device.created_at < isoAfter(now, -60 * DAY));
  const [sender] = senders;
  if (!sender) throw new Error('The demo has no accounts to make a history of.');
  const batches = entries.flatMap((entry, index) =>
    Array.from({ length: BATCHES_PER_VARIANT }, (_, number) => batch(entry, index * BATCHES_PER_VARIANT + number, sender, now)));
  const commands = [...singleCommands(enrolled.map((device) => device.imei1), senders, now), ...batches.flatMap((made) => made.commands)]
    .toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1));
  for (const command of commands) {
    const device = known.get(command.imei);
    if (device) Object.assign(device, { last_command: command.reported_as, last_command_at: command.created_at });
  }
  return { commands, uploads: batches.flatMap((made) => made.uploads) };
}
