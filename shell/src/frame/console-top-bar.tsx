import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { buttonClass, HiddenText, StatusBadge } from '@device-console/shared-lib/ui';
import { Brand } from '@device-console/shared-lib/ui/host';
import { useAtomValue } from 'jotai';
import { formatClock, formatCount, formatTime, useAddresses, useSession } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { SIMULATOR_GATEWAY } from '@device-console/shared-lib/contract';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { WaitingUpdate } from '../releases/decide.ts';
import { SearchButton } from '../search/search-button.tsx';
import { AccountPanel, type ReloadGuard } from './account-panel.tsx';
import { BatchRing } from './batch-ring.tsx';
import { NoticeBell } from './notice-bell.tsx';
import type { Notices } from './use-notices.ts';
import { t } from '../t.ts';
import { commandUseAtom } from '../common/command-use.ts';
import styles from './console-top-bar.module.css';
import { deviceGatewayAtom } from '../common/device-gateway.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function Connection(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status" className={styles['connection']}>
      {!isOnline && (
        <span className={styles['lost']}>
          <LineIcon name="connection-lost" size={16} />
          <span>{t('Waiting for the connection')}</span>
        </span>
      )}
    </span>
  );
}

/** Requests waiting for this operator's decision, with a link to them (C15). */
function ApprovalsCount(): ReactNode {
  const { to } = useAddresses();
  const waiting = useAtomValue(commandUseAtom)?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Link className={buttonClass({ size: 'small' })} to={to('approvals')}>
      {t('{count} to approve', { count: formatCount(waiting) })}
    </Link>
  );
}

interface ConsoleTopBarProps {
  readonly batches: BatchHolder;
  readonly news: Notices;
  /** Available, but not in use. */
  readonly waiting: readonly WaitingUpdate[];
  /** The cost of a reload; absent until the remotes' code is loaded. */
  readonly guard: ReloadGuard | undefined;
}

/** Running batches, when the login ends, and the account (S5, D16); two rows in a narrow window. */
export function ConsoleTopBar({ batches, news, waiting, guard }: ConsoleTopBarProps): ReactNode {
  return (
    <div className={styles['topBar']}>
      <div className={styles['brand']}>
        <Brand>{t('Device Console')}</Brand>
      </div>
      <div className={styles['search']}>
        <SearchButton />
      </div>
      <div className={styles['status']}>
        <Connection />
        <ApprovalsCount />
        <BatchRing batches={batches} />
      </div>
      <div className={styles['info']}>
        <SimulatedPhones />
        <SessionClock />
      </div>
      <div className={styles['actions']}>
        <NoticeBell news={news} waiting={waiting} />
        <AccountPanel guard={guard} />
      </div>
    </div>
  );
}

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
  const shortIdle = idleMinutes === null ? '' : ` · ${t('{minutes} min idle', { minutes: idleMinutes })}`;
  const dateTime = new Date(now).toISOString();
  return (
    <div className={styles['clock']}>
      <span className={styles['wholeTime']}>
        {t('login access expires on {time}', { time: formatTime(new Date(expiry).toISOString()) }) + orIdle}
      </span>
      <span className={styles['shortTime']} aria-hidden="true">
        {t('Login until {time}', { time: time.format(expiry) }) + shortIdle}
      </span>
      <span>
        <time className={styles['wholeTime']} dateTime={dateTime}>
          {formatClock(now)}
        </time>
        <span className={styles['shortTime']} aria-hidden="true">
          {time.format(now)}
        </span>{' '}
        <span>{zoneName(now)}</span>
      </span>
    </div>
  );
}

/** Shown while the API only simulates phones: nothing reaches one. */
function SimulatedPhones(): ReactNode {
  const gateway = useAtomValue(deviceGatewayAtom);
  if (gateway !== SIMULATOR_GATEWAY) return null;
  return (
    <span
      className={styles['simulated']}
      title={t('Commands reach no phone here: the server only simulates the phones.')}
    >
      <span className={styles['longMark']}>
        <StatusBadge tone="warning">{t('Simulated phones')}</StatusBadge>
      </span>
      <span className={styles['shortMark']} aria-hidden="true">
        <StatusBadge tone="warning">{t('Simulated')}</StatusBadge>
      </span>
      <HiddenText>{t('Commands reach no phone here: the server only simulates the phones.')}</HiddenText>
    </span>
  );
}
