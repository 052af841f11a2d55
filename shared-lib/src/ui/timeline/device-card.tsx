import { Fragment, type ReactNode } from 'react';
import { commandDisplayName, type DeviceAudit, type DeviceRow } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import type { StatusBadgeProps } from '../badge/status-badge.tsx';
import { LineIcon, type LineIconName } from '../icons/line-icon.tsx';
import { Imei } from '../imei/imei.tsx';
import { Actions } from '../layout/layout.tsx';
import styles from './timeline.module.css';
import {
  type CommandEvent,
  commandOutcome,
  type DeviceEvent,
  deviceEvents,
  deviceSummary,
  type DeviceSummary,
} from './device-events.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** One fact of a {@link DeviceCard}. */
export interface DeviceFact {
  readonly term: string;
  readonly value: ReactNode;
}

export interface DeviceCardProps {
  readonly device: DeviceRow;
  /** If the operator may see it; without it the card says less. */
  readonly audit?: DeviceAudit | undefined;
  readonly facts?: readonly DeviceFact[] | undefined;
  readonly actions?: ReactNode;
  /** Keeps space for a command's changes: nothing moves while the card follows one. */
  readonly keepsRoom?: boolean | undefined;
}

/**
 * A device at a glance: its state in a sentence, model, IMEI, enrolment and last command (L3, A2). Claims only what the
 * records show.
 */
export function DeviceCard({ device, audit, facts = [], actions, keepsRoom }: DeviceCardProps): ReactNode {
  const summary = deviceSummary(device, audit);
  const [sentence, earlier] = summarySentence(summary, device);
  const { icon, tone } = summaryBadge(summary);
  return (
    <div
      className={styles['device']}
      role="group"
      aria-label={t('Device {imei}', { imei: device.imei1 })}
      data-keeps-room={keepsRoom}
    >
      <div className={styles['head']}>
        <span className={styles['mark']} data-tone={tone}>
          <LineIcon name={icon} size={20} />
        </span>
        <div className={styles['says']}>
          <p className={styles['sentence']}>{sentence}</p>
          {earlier !== null && <p className={styles['earlier']}>{earlier}</p>}
        </div>
      </div>
      <dl className={styles['facts']}>
        {[...factsOf(device, audit), ...facts].map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </div>
  );
}

/** Only the audit has the model; the newest record counts. */
function modelOf(audit: DeviceAudit | undefined): string {
  const newest = audit && deviceEvents(audit).find(({ kind }) => kind === 'registered');
  return newest?.kind === 'registered' ? newest.maker : '';
}

function factsOf(device: DeviceRow, audit: DeviceAudit | undefined): readonly DeviceFact[] {
  const last = audit && deviceEvents(audit).find((event): event is CommandEvent => event.kind === 'command');
  const facts: readonly DeviceFact[] = [
    { term: t('Model'), value: modelOf(audit) },
    { term: t('IMEI'), value: <Imei imei={device.imei1} canCopy /> },
    { term: t('IMEI 2'), value: device.imei2 && <Imei imei={device.imei2} /> },
    {
      term: t('Enrolment'),
      value: [...new Set([device.claimstatus, device.registrationstatus])].filter(Boolean).join(' · '),
    },
    { term: t('App version'), value: device.appversion },
    {
      term: t('Last command'),
      value: last ? (
        <LastCommand key={`${last.title} ${last.time}`} event={last} />
      ) : (
        <span className={styles['last']}>{t.known(commandDisplayName(device.command)) || t('None')}</span>
      ),
    },
  ];
  return facts.filter(({ value }) => value !== '');
}

function LastCommand({ event }: { readonly event: CommandEvent }): ReactNode {
  return (
    <span className={styles['last']}>
      <span>{event.title}</span>
      <span className={styles['muted']}>
        <EventAgo event={event} />
      </span>
      <CommandStateBadge state={event.status} isBroadcast={event.isBroadcast} />
    </span>
  );
}

type Moment = Pick<DeviceEvent, 'moment' | 'time'>;

/** An event's time within a sentence. */
function EventAgo({ event: { moment, time } }: { readonly event: Moment }): ReactNode {
  if (moment !== null) return <RelativeTime moment={moment} />;
  return <span>{time === '' ? t('at an unknown time') : time}</span>;
}

/** A text with an event's time, an element, for `{ago}`. Another text gets other elements: none moves. */
function withTime(text: string, event: Moment, who = ''): ReactNode {
  return text.split('{ago}').map((part, index) => (
    <Fragment key={`${index} ${who} ${text}`}>
      {index > 0 && <EventAgo event={event} />}
      <span>{part.replace('{who}', () => who)}</span>
    </Fragment>
  ));
}

/** Of commands by nobody named, and by somebody. */
const openWords = {
  LOCK: {
    acknowledged: [t('Locked {ago}'), t('Locked {ago} by {who}')],
    sent: [t('Lock sent {ago}, not yet acknowledged'), t('Lock sent {ago} by {who}, not yet acknowledged')],
    queued: [
      t('Lock ordered {ago}, not yet sent to the device'),
      t('Lock ordered {ago} by {who}, not yet sent to the device'),
    ],
    failed: [t('Lock failed {ago}'), t('Lock failed {ago}, sent by {who}')],
    other: [t('Lock {ago}, outcome unclear'), t('Lock {ago} by {who}, outcome unclear')],
  },
  UNLOCK: {
    acknowledged: [t('Unlocked {ago}'), t('Unlocked {ago} by {who}')],
    sent: [t('Unlock sent {ago}, not yet acknowledged'), t('Unlock sent {ago} by {who}, not yet acknowledged')],
    queued: [
      t('Unlock ordered {ago}, not yet sent to the device'),
      t('Unlock ordered {ago} by {who}, not yet sent to the device'),
    ],
    failed: [t('Unlock failed {ago}'), t('Unlock failed {ago}, sent by {who}')],
    other: [t('Unlock {ago}, outcome unclear'), t('Unlock {ago} by {who}, outcome unclear')],
  },
} as const;

function lockSentence(event: CommandEvent): ReactNode {
  const [alone, by] = openWords[event.command === 'LOCK' ? 'LOCK' : 'UNLOCK'][commandOutcome(event.status)];
  return withTime(event.user === '' ? alone : by, event, event.user);
}

/** The state before a lock command that was not acknowledged. */
function earlierSentence({ open, lock, lockedBy }: DeviceSummary): ReactNode {
  if (open === null) return null;
  if (lock === 'never' || lock === 'unknown') return t('Before that: no lock on record');
  if (lockedBy === null) return lock === 'locked' ? t('Before that: locked') : t('Before that: unlocked');
  return withTime(lock === 'locked' ? t('Before that: locked {ago}') : t('Before that: unlocked {ago}'), lockedBy);
}

/** A device's state as a sentence, and the state before it if that is unsettled. */
function summarySentence(summary: DeviceSummary, { command }: DeviceRow): readonly [ReactNode, ReactNode] {
  const { enrolment, since, open, lockedBy, lock } = summary;
  if (enrolment === 'released') return [since ? withTime(t('Released {ago}'), since) : t('Released'), null];
  if (enrolment === 'de-enrolled') return [since ? withTime(t('De-enrolled {ago}'), since) : t('De-enrolled'), null];
  const last = open ?? lockedBy;
  if (last) return [lockSentence(last), earlierSentence(summary)];
  if (enrolment === 'unknown') return [t('Enrolment unclear'), null];
  if (lock === 'never') return [t('Enrolled, no lock on record'), null];
  if (lock !== 'unknown') return [lock === 'locked' ? t('Locked') : t('Unlocked'), null];
  return [
    command === ''
      ? t('Enrolled, no command on record')
      : t('Enrolled, last command {command}', { command: t.known(commandDisplayName(command)) }),
    null,
  ];
}

function summaryBadge({ enrolment, lock, open }: DeviceSummary): {
  icon: LineIconName;
  tone: StatusBadgeProps['tone'];
} {
  if (enrolment === 'released') return { icon: 'release', tone: 'neutral' };
  if (enrolment === 'de-enrolled') return { icon: 'formatted', tone: 'neutral' };
  if (open) {
    const outcome = commandOutcome(open.status);
    if (outcome === 'failed') return { icon: 'warning', tone: 'danger' };
    return { icon: outcome === 'other' ? 'unknown' : 'clock', tone: 'info' };
  }
  if (lock === 'locked') return { icon: 'lock', tone: 'warning' };
  if (lock === 'unlocked') return { icon: 'unlock', tone: 'success' };
  return enrolment === 'enrolled' ? { icon: 'device', tone: 'success' } : { icon: 'unknown', tone: 'neutral' };
}
