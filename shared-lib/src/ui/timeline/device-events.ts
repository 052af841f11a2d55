import { commandDisplayName, commandInterfaces, type DeviceAudit } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';

interface Happening {
  /** Unique within one audit. */
  readonly id: string;
  /** As the server wrote it. */
  readonly time: string;
  /** Milliseconds since the epoch; null if the server's text is not a time (D1a). */
  readonly moment: number | null;
  /** In the page's language; a command's name as of R8. */
  readonly title: string;
}

/** Something that happened to a device. */
export type DeviceEvent =
  | (Happening & { readonly kind: 'registered' | 'released'; readonly maker: string })
  /** `changed`: an enrolment record with another action, its title. */
  | (Happening & { readonly kind: 're-registered' | 'de-enrolled' | 'changed' })
  | (Happening & {
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

function when(...times: readonly string[]): Pick<Happening, 'time' | 'moment'> {
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
  const events: readonly DeviceEvent[] = [
    ...audit.release.map(({ brand, model, createdat }, index): DeviceEvent => ({
      id: `release-${index}`,
      ...when(createdat),
      kind: 'released',
      title: t('Released'),
      maker: `${brand} ${model}`.trim(),
    })),
    ...audit.deenroll.map(enrolmentEvent),
    ...audit.commands.map(commandEvent),
    ...audit.registration.map(({ brand, model, createdat }, index): DeviceEvent => ({
      id: `registration-${index}`,
      ...when(createdat),
      kind: 'registered',
      title: t('Registered'),
      maker: `${brand} ${model}`.trim(),
    })),
  ];
  return events.toSorted(compareMoments);
}
