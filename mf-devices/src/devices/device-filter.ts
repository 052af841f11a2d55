import {
  type BodyOf,
  type calls,
  claimStates,
  type Command,
  commandDisplayName,
  commandList,
  type DeviceState,
  deviceStates,
  hasImeiPart,
  isImeiPart,
  type ListedDevice,
  troubles,
} from '@device-console/shared-lib/contract';
import { ownTimeZone } from '@device-console/shared-lib/ui/date-range';
import { commandTitle } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

type Body = BodyOf<typeof calls.deviceList>;

/** '' selects nothing. */
export interface DeviceFilter {
  readonly is: DeviceState | '';
  /** Of either IMEI, its beginning or end. */
  readonly part: string;
  /** Enrolment, of a server that does not know states, and in addresses from before. */
  readonly state: Body['claimstatus'] | '';
  readonly model: string;
  readonly version: string;
  /** As reports name it. */
  readonly command: string;
  /** Days of registration, YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  /** Commands of the last 24 hours that need attention, and of which report. */
  readonly trouble: Body['trouble'] | '';
  readonly report: string;
}

export const noFilter: DeviceFilter = {
  is: '',
  part: '',
  state: '',
  model: '',
  version: '',
  command: '',
  start: '',
  end: '',
  trouble: '',
  report: '',
};

/** Each occurs once: the text to show and the report's name. */
export const lastCommands: readonly { readonly value: string; readonly title: string }[] = [
  ...new Set(commandList.flatMap(({ variants }) => variants.map(({ reportedAs }) => reportedAs))),
].map((value) => ({ value, title: commandDisplayName(value) }));

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (text: string | null): string => (text !== null && DAY.test(text) ? text : '');

/** Reads a fragment such as `#is=LOCKED&model=a15`. */
export function filterOfFragment(fragment: string): DeviceFilter {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = (name: string): string => fields.get(name) ?? '';
  return {
    is: deviceStates.find((state) => state === fields.get('is')) ?? '',
    part: isImeiPart(text('part')) ? text('part') : '',
    state: claimStates.find((state) => state === fields.get('state')) ?? '',
    model: text('model'),
    version: text('version'),
    command: lastCommands.find(({ value }) => value === fields.get('command'))?.value ?? '',
    start: dayOf(fields.get('start')),
    end: dayOf(fields.get('end')),
    trouble: troubles.find((trouble) => trouble === fields.get('trouble')) ?? '',
    report: text('report'),
  };
}

/** '' for none. No server sees it. */
export function fragmentOfFilter(filter: DeviceFilter): string {
  const named = Object.entries(filter).filter(([, value]) => value !== '');
  return named.length === 0 ? '' : `#${new URLSearchParams(named as [string, string][]).toString()}`;
}

/** A filter as the call's body, without empty fields. */
export function bodyOf(filter: DeviceFilter): Omit<Body, 'limit'> {
  const { is, part, state, model, version, command, start, end, trouble, report } = filter;
  return {
    ...(is !== '' && { state: is }),
    ...(part !== '' && { imeipart: part }),
    ...(state !== '' && { claimstatus: state }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(version.trim() !== '' && { appversion: version.trim() }),
    ...(command !== '' && { command }),
    ...(start !== '' && { startdate: start }),
    ...(end !== '' && { enddate: end }),
    ...((start !== '' || end !== '') && { timezone: ownTimeZone() }),
    ...(trouble !== '' && { trouble, ...(report !== '' && { report }) }),
  };
}

/** The rows are what was asked for: a server that does not know a field leaves it out of account. */
export const answers = ({ is, part }: DeviceFilter, rows: readonly ListedDevice[]): boolean =>
  rows.every(
    ({ state, imei1, imei2 }) =>
      (is === '' || state === is) && (part === '' || hasImeiPart(imei1, part) || hasImeiPart(imei2, part)),
  );

/** Undefined if the report is not a command's history. */
export function commandOfReport(report: string): Command | undefined {
  return commandList.find(({ variants }) => variants.some((variant) => variant.report === report));
}

/** What Home has counted. */
export function troubleText({ trouble, report }: DeviceFilter): string {
  const command = commandOfReport(report);
  const title = command ? commandTitle(command, null) : t('A command');
  switch (trouble) {
    case 'failed':
      return t('{title} failed on these devices in the last 24 hours.', { title });
    case 'unanswered':
      return t('{title} was sent to these devices more than an hour ago, and they have not answered.', { title });
    case 'expired':
      return t('{title} could not be sent to these devices in time.', { title });
    case 'unknown':
      return t('{title} may have been sent to these devices; there is no way to tell.', { title });
    default:
      return '';
  }
}
