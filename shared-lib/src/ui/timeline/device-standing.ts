import {
  commandStateOf,
  type CommandId,
  type CommandState,
  type DeviceAudit,
  type DeviceRow,
} from '../../contract/index.ts';
import { deviceEvents, type CommandEvent, type DeviceEvent } from './device-events.ts';
import { t } from '../../i18n/own.ts';

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
export interface DeviceStanding {
  readonly enrolment: 'enrolled' | 'released' | 'de-enrolled' | 'unknown';
  /** The record that led to it, if the audit has one. */
  readonly since: DeviceEvent | null;
  /** By the newest acknowledged Lock or Unlock. `never`: the audit has none. `unknown`: no audit. */
  readonly lock: 'locked' | 'unlocked' | 'never' | 'unknown';
  readonly lockedBy: CommandEvent | null;
  /** A newer Lock or Unlock that no device has acknowledged. */
  readonly open: CommandEvent | null;
}

type Enrolment = DeviceStanding['enrolment'];

const enrolments: Readonly<Record<string, Enrolment>> = {
  ENROLLED: 'enrolled',
  REGISTERED: 'enrolled',
  'RE-REGISTERED': 'enrolled',
  RELEASED: 'released',
  'DE-ENROLLED': 'de-enrolled',
};

/** The end of an enrolment takes precedence over its start. */
function enrolmentOf({ claimstatus, registrationstatus }: DeviceRow): Enrolment {
  const told = [claimstatus, registrationstatus].map((text) => enrolments[text.trim().toUpperCase()]);
  return (['released', 'de-enrolled', 'enrolled'] as const).find((state) => told.includes(state)) ?? 'unknown';
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

/** A device's state, from its lookup row and its audit, if available (L3, A2). */
export function deviceStanding(device: DeviceRow, audit?: DeviceAudit): DeviceStanding {
  const enrolment = enrolmentOf(device);
  if (!audit) return { enrolment, since: null, lock: 'unknown', lockedBy: null, open: null };
  const events = deviceEvents(audit);
  const newest = events.find(({ kind }) => kind !== 'command') ?? null;
  const since = newest && recordsOf[enrolment].includes(newest.kind) ? newest : null;
  const commands = lockCommands(events);
  const lockedBy = commands.find(({ status }) => commandOutcome(status) === 'acknowledged') ?? null;
  const [last = null] = commands;
  const lock = lockedBy === null ? 'never' : isLock(lockedBy) ? 'locked' : 'unlocked';
  return { enrolment, since, lock, lockedBy, open: last === lockedBy ? null : last };
}

/** The commands that the operator most likely wants, most likely first. */
export function likelyCommands({ enrolment, lock, open }: DeviceStanding): readonly CommandId[] {
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
