import {
  commandDisplayName,
  type CommandId,
  commandInterfaces,
  type CommandState,
  commandStateOf,
  type DeviceAudit,
  type DeviceRow,
} from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';

interface TimelineEvent {
  readonly id: string;
  readonly time: string;
  /** Milliseconds since the epoch; null if the server's text is not a time (D1a). */
  readonly moment: number | null;
  /** In the page's language; a command's name as of R8. */
  readonly title: string;
}

/** Something that happened to a device. */
export type DeviceEvent =
  | (TimelineEvent & { readonly kind: 'registered' | 'released'; readonly maker: string })
  /** `changed`: an enrolment record with another action, its title. */
  | (TimelineEvent & { readonly kind: 're-registered' | 'de-enrolled' | 'changed' })
  | (TimelineEvent & {
      readonly kind: 'command';
      /** Its code in the command table, such as GREYAPP. */
      readonly command: string;
      /** S, A or B in words; other text unchanged (R5). */
      readonly by: string;
      readonly user: string;
      readonly status: string;
      readonly transactionId: string;
      /** Sent to every device at once. */
      readonly isBroadcast: boolean;
    });

/** A command in a device's audit. */
export type CommandEvent = Extract<DeviceEvent, { readonly kind: 'command' }>;

const interfaceNames: Readonly<Record<string, string>> = commandInterfaces;

function when(...times: readonly string[]): Pick<TimelineEvent, 'time' | 'moment'> {
  const time = times.find((text) => text !== '') ?? '';
  const moment = Date.parse(time);
  return { time, moment: Number.isNaN(moment) ? null : moment };
}

function enrolmentEvent({ action, date, createdat }: DeviceAudit['deenroll'][number], index: number): DeviceEvent {
  const base = { id: `enrolment-${index}`, ...when(date, createdat) };
  if (/^re-?reg/i.test(action)) return { ...base, kind: 're-registered', title: t('Re-registered') };
  if (/^de-?enrol/i.test(action)) return { ...base, kind: 'de-enrolled', title: t('De-enrolled') };
  return { ...base, kind: 'changed', title: action || t('Enrolment changed') };
}

function commandEvent(row: DeviceAudit['commands'][number], index: number): DeviceEvent {
  return {
    id: `command-${index}`,
    ...when(row.date_and_time, row.createdat),
    kind: 'command',
    command: row.command,
    title: t.known(commandDisplayName(row.command)),
    by: interfaceNames[row.interface] ?? row.interface,
    user: row.user,
    status: row.status,
    transactionId: row.transactionId,
    isBroadcast: row.imei1 === 'ALL',
  };
}

const deviceEvent =
  (kind: 'registered' | 'released', title: string) =>
  ({ brand, model, createdat }: DeviceAudit['release'][number], index: number): DeviceEvent => ({
    id: `${kind}-${index}`,
    ...when(createdat),
    kind,
    title,
    maker: `${brand} ${model}`.trim(),
  });

/** Newest first; events without a time come last. */
function compareMoments({ moment: left }: DeviceEvent, { moment: right }: DeviceEvent): number {
  if (left === right) return 0;
  if (left === null) return 1;
  return right === null ? -1 : right - left;
}

/**
 * All events of a device, newest first (A2). At equal times a release comes before a change of enrolment, then a
 * command, then a registration, because an effect is newer than its cause. Within one list of the answer the server's
 * order stays. Events without a readable time come last, in the same order (D1a).
 */
export function deviceEvents(audit: DeviceAudit): readonly DeviceEvent[] {
  return [
    ...audit.release.map(deviceEvent('released', t('Released'))),
    ...audit.deenroll.map(enrolmentEvent),
    ...audit.commands.map(commandEvent),
    ...audit.registration.map(deviceEvent('registered', t('Registered'))),
  ].toSorted(compareMoments);
}

/** A command's progress, as far as the server's word is known. */
export type CommandOutcome = 'acknowledged' | 'sent' | 'queued' | 'failed' | 'other';

const outcomes: Readonly<Record<CommandState, CommandOutcome>> = {
  acknowledged: 'acknowledged',
  sent: 'sent',
  queued: 'queued',
  failed: 'failed',
  // Neither has reached its phone.
  expired: 'failed',
  cancelled: 'failed',
  unknown: 'other',
};

/** The outcome of an executed command's status (A2, R5). */
export function commandOutcome(status: string): CommandOutcome {
  const state = commandStateOf(status);
  return state ? outcomes[state] : 'other';
}

/** A device's state according to its records. */
export interface DeviceSummary {
  readonly enrolment: 'enrolled' | 'released' | 'de-enrolled' | 'unknown';
  /** The record that led to it, if the audit has one. */
  readonly since: DeviceEvent | null;
  /**
   * As the server says it, else by the newest acknowledged Lock or Unlock of the audit. `never`: there is none.
   * `unknown`: neither says it.
   */
  readonly lock: 'locked' | 'unlocked' | 'never' | 'unknown';
  readonly lockedBy: CommandEvent | null;
  /** A newer Lock or Unlock that no device has acknowledged. */
  readonly open: CommandEvent | null;
}

type Enrolment = DeviceSummary['enrolment'];

const enrolments: Readonly<Record<string, Enrolment>> = {
  ENROLLED: 'enrolled',
  REGISTERED: 'enrolled',
  'RE-REGISTERED': 'enrolled',
  RELEASED: 'released',
  'DE-ENROLLED': 'de-enrolled',
};

/** The end of an enrolment takes precedence over its start. */
function enrolmentOf({ claimstatus, registrationstatus }: DeviceRow): Enrolment {
  const states = [claimstatus, registrationstatus].map((text) => enrolments[text.trim().toUpperCase()]);
  return (['released', 'de-enrolled', 'enrolled'] as const).find((state) => states.includes(state)) ?? 'unknown';
}

const recordsOf: Readonly<Record<Enrolment, readonly DeviceEvent['kind'][]>> = {
  enrolled: ['registered', 're-registered'],
  released: ['released'],
  'de-enrolled': ['de-enrolled'],
  unknown: [],
};

const isLock = ({ command }: CommandEvent): boolean => command === 'LOCK';

/** The lock commands of the current enrolment, newest first. */
function lockCommands(events: readonly DeviceEvent[]): readonly CommandEvent[] {
  const began = events.findIndex(
    ({ kind }) => kind === 're-registered' || kind === 'de-enrolled' || kind === 'released',
  );
  return (began === -1 ? events : events.slice(0, began)).filter(
    (event): event is CommandEvent =>
      event.kind === 'command' && (event.command === 'LOCK' || event.command === 'UNLOCK'),
  );
}

const locksOf: Readonly<Partial<Record<string, DeviceSummary['lock']>>> = {
  LOCKED: 'locked',
  UNLOCKED: 'unlocked',
  'NO LOCK': 'never',
};

/** A device's state, from its lookup row and its audit, if available (L3, A2, D40e). */
export function deviceSummary(device: DeviceRow, audit?: DeviceAudit): DeviceSummary {
  const enrolment = enrolmentOf(device);
  const said = locksOf[device.state];
  if (!audit) return { enrolment, since: null, lock: said ?? 'unknown', lockedBy: null, open: null };
  const events = deviceEvents(audit);
  const newest = events.find(({ kind }) => kind !== 'command') ?? null;
  const since = newest && recordsOf[enrolment].includes(newest.kind) ? newest : null;
  const commands = lockCommands(events);
  const acknowledged = commands.find(({ status }) => commandOutcome(status) === 'acknowledged') ?? null;
  const [last = null] = commands;
  const recorded = acknowledged === null ? 'never' : isLock(acknowledged) ? 'locked' : 'unlocked';
  const lock = said ?? recorded;
  // The audit may be older than the lookup, or reach less far back.
  return {
    enrolment,
    since,
    lock,
    lockedBy: lock === recorded ? acknowledged : null,
    open: last === acknowledged ? null : last,
  };
}

/** The commands that the operator most likely wants, most likely first. */
export function likelyCommands({ enrolment, lock, open }: DeviceSummary): readonly CommandId[] {
  if (enrolment === 'released' || enrolment === 'de-enrolled') return [];
  const wantsLock = open !== null && commandOutcome(open.status) !== 'failed' ? isLock(open) : lock === 'locked';
  return wantsLock ? ['unlock', 'notify', 'activateAlarm'] : ['lock', 'notify', 'setWallpaper'];
}

/** A device's state, by its newest record. `unclear` if records without a time could be newer. */
export interface DeviceState {
  readonly title: string;
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly since: DeviceEvent | null;
}

const tones = {
  registered: 'success',
  're-registered': 'success',
  'de-enrolled': 'danger',
  released: 'warning',
  changed: 'neutral',
} as const;

/** The state after these events, newest first. Commands do not change it; the records they cause do. */
export function deviceState(events: readonly DeviceEvent[]): DeviceState {
  const records = events.filter((event) => event.kind !== 'command');
  const [newest] = records;
  if (!newest) return { title: t('No registration record'), tone: 'neutral', since: null };
  const isUnclear = records.some(({ moment, kind }) => moment === null && kind !== newest.kind);
  if (isUnclear) return { title: t('Not clear: some records have no time'), tone: 'warning', since: null };
  return { title: newest.title, tone: tones[newest.kind], since: newest };
}
