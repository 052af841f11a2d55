import type { ReactNode } from 'react';
import { commandDisplayName, type DeviceAudit, type DeviceRow } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { CommandStateBadge } from '../badge/command-state-badge.tsx';
import { LineIcon } from '../icons/line-icon.tsx';
import { Imei } from '../imei/imei.tsx';
import styles from './device-card.module.css';
import { deviceEvents, type CommandEvent } from './device-events.ts';
import { deviceStanding } from './device-standing.ts';
import { EventAgo, standingLook, standingSentence } from './standing-sentence.tsx';

/** One fact of a {@link DeviceCard}. */
export interface DeviceFact {
  readonly term: string;
  readonly value: ReactNode;
}

export interface DeviceCardProps {
  readonly device: DeviceRow;
  /** If the operator may see it; without it the card says less. */
  readonly audit?: DeviceAudit | undefined;
  /** After those of the card. */
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
  const standing = deviceStanding(device, audit);
  const [sentence, earlier] = standingSentence(standing, device);
  const { icon, tone } = standingLook(standing);
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
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

/** Only the audit has the model; the newest record counts. */
function modelOf(audit: DeviceAudit | undefined): string {
  const newest = audit && deviceEvents(audit).find(({ kind }) => kind === 'registered');
  return newest?.kind === 'registered' ? newest.maker : '';
}

function enrolmentOf({ claimstatus, registrationstatus }: DeviceRow): string {
  return [...new Set([claimstatus, registrationstatus])].filter(Boolean).join(' · ');
}

function factsOf(device: DeviceRow, audit: DeviceAudit | undefined): readonly DeviceFact[] {
  const model = modelOf(audit);
  const enrolment = enrolmentOf(device);
  const last = audit && deviceEvents(audit).find((event): event is CommandEvent => event.kind === 'command');
  return [
    ...(model === '' ? [] : [{ term: t('Model'), value: model }]),
    { term: t('IMEI'), value: <Imei imei={device.imei1} canCopy /> },
    ...(device.imei2 === '' ? [] : [{ term: t('IMEI 2'), value: <Imei imei={device.imei2} /> }]),
    ...(enrolment === '' ? [] : [{ term: t('Enrolment'), value: enrolment }]),
    ...(device.appversion === '' ? [] : [{ term: t('App version'), value: device.appversion }]),
    {
      term: t('Last command'),
      value: last ? (
        <LastCommand key={`${last.title} ${last.time}`} event={last} />
      ) : (
        <span className={styles['last']}>{t.known(commandDisplayName(device.command)) || t('None')}</span>
      ),
    },
  ];
}

function LastCommand({ event }: { readonly event: CommandEvent }): ReactNode {
  return (
    <span className={styles['last']}>
      {event.title}
      <span className={styles['muted']}>
        <EventAgo event={event} />
      </span>
      <CommandStateBadge state={event.status} />
    </span>
  );
}
