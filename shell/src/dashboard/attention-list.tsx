import { Fragment, type ReactNode } from 'react';
import { commandByAction, commandList } from '@device-console/shared-lib/contract';
import { actionTitle, commandTitle, formatCount } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { targetName } from '@device-console/shared-lib/single-command';
import { StatusBadge } from '@device-console/shared-lib/ui';
import { CommandStateBadge } from '@device-console/shared-lib/ui/timeline';
import type { Permitted } from './permitted.ts';
import type { Overview } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

interface AttentionListProps {
  readonly rows: Overview['attention'];
  /** Commands to all devices; no count of devices includes them. */
  readonly toAll: Overview['actions'];
  readonly permitted: Permitted;
}

/** The command that a report is the history of; the report's own name if there is none. */
function titleOf(report: string): string {
  const command = commandList.find(({ variants }) => variants.some((variant) => variant.report === report));
  if (!command) return report;
  const variant = command.variants.find((one) => one.report === report) ?? null;
  return commandTitle(command, command.id === 'disableApp' ? variant : null);
}

/** Up to this many are listed singly. */
const ROWS = 5;

/** Devices whose commands recently failed or were not answered, by command; the largest counts first. */
export function AttentionList({ rows, toAll, permitted }: AttentionListProps): ReactNode {
  const sorted = rows.toSorted((left, right) => concerned(right) - concerned(left));
  const [first, rest] = [sorted.slice(0, ROWS), sorted.slice(ROWS)];
  return (
    <div>
      <h3 className={styles['subtitle']}>{t('Failed or not answered in the last 24 hours')}</h3>
      <ul className={styles['attention']} aria-label={t('Failed or not answered in the last 24 hours')}>
        {toAll.map((row, index) => (
          <ToAllRow key={index} row={row} permitted={permitted} />
        ))}
        {first.map((row) => (
          <AttentionRow key={row.report} row={row} permitted={permitted} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('{count} more', { count: formatCount(rest.length) })}</summary>
          <ul className={styles['attention']} aria-label={t('Failed or not answered in the last 24 hours')}>
            {rest.map((row) => (
              <AttentionRow key={row.report} row={row} permitted={permitted} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ToAllRow({ row, permitted }: { readonly row: Overview['actions'][number]; readonly permitted: Permitted }) {
  const { action, imei, status } = row;
  const report = commandByAction(action)?.variant.report;
  const to = report === undefined ? null : permitted.reportOf(report);
  const title = `${actionTitle(action)}: ${targetName(imei)}`;
  return (
    <li>
      {to === null ? <span>{title}</span> : <Link to={to}>{title}</Link>}
      <span className={styles['counts']}>
        <CommandStateBadge state={status} />
      </span>
    </li>
  );
}

type Row = Overview['attention'][number];

const concerned = ({ failed, unanswered, expired, unknown }: Row): number =>
  failed + unanswered + (expired ?? 0) + (unknown ?? 0);

interface AttentionRowProps {
  readonly row: Row;
  readonly permitted: Permitted;
}

/** Each count links to its devices. */
function AttentionRow({ row, permitted }: AttentionRowProps): ReactNode {
  const { report, failed, unanswered, expired, unknown } = row;
  const to = permitted.reportOf(report);
  const counts = [
    { trouble: 'failed', tone: 'danger', count: failed, title: (count: string) => t('{count} failed', { count }) },
    {
      trouble: 'unanswered',
      tone: 'warning',
      count: unanswered,
      title: (count: string) => t('{count} not answered', { count }),
    },
    {
      trouble: 'expired',
      tone: 'danger',
      count: expired,
      title: (count: string) => t('{count} expired unsent', { count }),
    },
    {
      trouble: 'unknown',
      tone: 'warning',
      count: unknown,
      title: (count: string) => t('{count} of unknown outcome', { count }),
    },
  ] as const;
  return (
    <li>
      {to === null ? <span>{titleOf(report)}</span> : <Link to={to}>{titleOf(report)}</Link>}
      <span className={styles['counts']}>
        {counts.map(({ trouble, tone, count, title }) => {
          if (count === null || count === 0) return null;
          const badge = <StatusBadge tone={tone}>{title(formatCount(count))}</StatusBadge>;
          const rows = permitted.devicesOf(report, trouble);
          return rows === null ? (
            <Fragment key={trouble}>{badge}</Fragment>
          ) : (
            <Link key={trouble} to={rows}>
              {badge}
            </Link>
          );
        })}
      </span>
    </li>
  );
}
