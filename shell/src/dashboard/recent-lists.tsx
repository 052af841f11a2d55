import type { ReactNode } from 'react';
import { readServerTime } from '@device-console/shared-lib/api';
import { commandByAction } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Card, EmptyState, Imei, Spinner, StatusBadge } from '@device-console/shared-lib/ui';
import { CommandStateBadge, RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { Way } from './needs-lists.tsx';
import type { Overview, Permitted } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

interface RecentListProps {
  readonly overview: Overview | null;
  readonly permitted: Permitted;
}

function Ago({ time }: { readonly time: string }): ReactNode {
  const moment = readServerTime(time, 'UTC');
  return moment === null ? formatTime(time) : <RelativeTime moment={moment} />;
}

export function MyActions({ overview, permitted }: RecentListProps): ReactNode {
  return (
    <Card title={t('My last commands')}>
      {!overview && <Spinner label={t('Loading')} />}
      {overview?.actions.length === 0 && <EmptyState title={t('You have sent no command yet')} />}
      <ul className={styles['list']}>
        {overview?.actions.map(({ at, action, imei, status }, index) => {
          const command = commandByAction(action)?.command;
          return (
            <li key={index} className={styles['recent']}>
              <EntryIcon name={command?.icon ?? 'command'} />
              <div className={styles['grow']}>
                <div>{command ? t.known(command.title) : action}</div>
                <div className={styles['muted']}>
                  <Way to={permitted.deviceOf(imei)}>
                    <Imei imei={imei} />
                  </Way>{' '}
                  · <Ago time={at} />
                </div>
              </div>
              <CommandStateBadge state={status} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function NewestBatches({ overview, permitted }: RecentListProps): ReactNode {
  const all = permitted.placeOf('batches');
  return (
    <Card title={t('Batches')} actions={all !== null && <Link to={all}>{t('All batches')}</Link>}>
      {!overview && <Spinner label={t('Loading')} />}
      {overview?.batches.length === 0 && <EmptyState title={t('No batch has been started yet')} />}
      <ul className={styles['list']}>
        {overview?.batches.map(({ batchId, action, oldfile, total, found, startedAt, isComplete }) => {
          const command = commandByAction(action)?.command;
          const isDone = isComplete === 'complete';
          return (
            <li key={batchId} className={styles['recent']}>
              <EntryIcon name={command?.icon ?? 'batch'} />
              <div className={styles['grow']}>
                <div className={styles['clipped']}>{oldfile}</div>
                <div className={styles['muted']}>
                  {command ? t.known(command.title) : t('Unknown command')}
                  {total !== null && ' · '}
                  {total !== null &&
                    t('{found} of {total} found', { found: formatCount(found), total: formatCount(total) })}
                  {' · '}
                  <Ago time={startedAt} />
                </div>
              </div>
              <StatusBadge tone={isDone ? 'success' : 'warning'}>
                {isDone ? t('Complete') : t('Incomplete')}
              </StatusBadge>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
