import type { ReactNode } from 'react';
import { commandByAction } from '@device-console/shared-lib/contract';
import { actionTitle, formatCount } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Imei, StatusBadge } from '@device-console/shared-lib/ui';
import type { Permitted } from './permitted.ts';
import type { Overview, Waiting } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

/** Up to this many are listed singly. */
const ROWS = 5;

type Request = Waiting[number];

function Target({ imei, batchId, devices }: Request): ReactNode {
  if (batchId !== '')
    return t('{count, plural, one {{count} device} other {{count} devices}}', { count: formatCount(devices) });
  return imei === 'ALL' ? t('All devices') : <Imei imei={imei} />;
}

/** Requests that wait for a second person: those this operator may decide, and their own (C15). */
export function ApprovalList({
  rows,
  permitted,
}: {
  readonly rows: Waiting;
  readonly permitted: Permitted;
}): ReactNode {
  const all = permitted.placeOf('approvals');
  const title = t('Waits for approval');
  const left = rows.length - ROWS;
  return (
    <div>
      <h3 className={styles['subtitle']}>{title}</h3>
      <ul className={styles['attention']} aria-label={title}>
        {rows.slice(0, ROWS).map((row) => (
          <li key={row.id}>
            {all === null ? actionTitle(row.action) : <Link to={all}>{actionTitle(row.action)}</Link>}
            <Target {...row} />
            <span className={styles['counts']}>
              <StatusBadge tone={row.own === '' ? 'warning' : 'info'}>
                {row.own === '' ? row.asker : t('asked by you')}
              </StatusBadge>
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles['muted']}>{t('{count} more', { count: formatCount(left) })}</p>}
    </div>
  );
}

interface RefusedListProps {
  readonly batches: Overview['batches'];
  readonly permitted: Permitted;
}

/** Batches with refused rows; each links to its devices, from where they can be sent again (D17a). */
export function RefusedList({ batches, permitted }: RefusedListProps): ReactNode {
  const title = t('Refused in the last 24 hours');
  const all = permitted.placeOf('batches');
  const left = batches.length - ROWS;
  const more = t('{count} more', { count: formatCount(left) });
  return (
    <div>
      <h3 className={styles['subtitle']}>{title}</h3>
      <ul className={styles['attention']} aria-label={title}>
        {batches.slice(0, ROWS).map(({ batchId, action, oldfile, file, refused }) => {
          const to = permitted.batchOf(batchId);
          const name = `${commandByAction(action) ? actionTitle(action) : t('Unknown command')}: ${oldfile || file}`;
          return (
            <li key={batchId}>
              {to === null ? name : <Link to={to}>{name}</Link>}
              <span className={styles['counts']}>
                <StatusBadge tone="danger">{t('{count} refused', { count: formatCount(refused ?? 0) })}</StatusBadge>
              </span>
            </li>
          );
        })}
      </ul>
      {left > 0 && <p className={styles['muted']}>{all === null ? more : <Link to={all}>{more}</Link>}</p>}
    </div>
  );
}
