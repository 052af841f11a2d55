import { useEffect, useState, type ReactNode } from 'react';
import { formatClock, formatTime, useSession } from '@device-console/shared-lib/console';
import styles from './session-clock.module.css';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { t } from '../t.ts';

const time = new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short' });
const zone = new Intl.DateTimeFormat(formatLocale(), { timeZoneName: 'short' });

function zoneName(now: number): string {
  return zone.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** When the login ends (S11), and a live date and time with its zone (S5); in a narrow window only times. */
export function SessionClock(): ReactNode {
  const { expiresAt, idleMinutes, clockOffset } = useSession();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // Converts the expiry from the server's clock to this computer's (D4).
  const expiry = expiresAt - clockOffset;
  const orIdle = idleMinutes === null ? '' : ` ${t('or after {minutes} min without use', { minutes: idleMinutes })}`;
  const dateTime = new Date(now).toISOString();
  return (
    <div className={styles['clock']}>
      <span className={styles['whole']}>
        {t('login access expires on {time}', { time: formatTime(new Date(expiry).toISOString()) })}
        {orIdle}
      </span>
      <span className={styles['short']} aria-hidden="true">
        {t('Login until {time}', { time: time.format(expiry) })}
        {idleMinutes !== null && ` · ${t('{minutes} min idle', { minutes: idleMinutes })}`}
      </span>
      <span>
        <time className={styles['whole']} dateTime={dateTime}>
          {formatClock(now)}
        </time>
        <span className={styles['short']} aria-hidden="true">
          {time.format(now)}
        </span>{' '}
        {zoneName(now)}
      </span>
    </div>
  );
}
