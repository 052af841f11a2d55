import type { ReactNode } from 'react';
import { commandByAction, commandList } from '@device-console/shared-lib/contract';
import { actionTitle, commandTitle, formatCount, formatTime } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { targetName } from '@device-console/shared-lib/single-command';
import { Card, EmptyState, Imei, Spinner, StatusBadge } from '@device-console/shared-lib/ui';
import { CommandStateBadge, RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { readServerTime } from '@device-console/shared-lib/api';
import type { Overview, Permitted, Waiting } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';
import { EntryIcon } from '../navigation/entry-icon.tsx';

/** A link, if the operator may open its target. */
export function MaybeLink({ to, children }: { readonly to: string | null; readonly children: ReactNode }): ReactNode {
  return to === null ? children : <Link to={to}>{children}</Link>;
}

interface Need {
  readonly id: string;
  readonly name: string;
  readonly to: string | null;
  readonly about?: ReactNode;
  readonly badge: ReactNode;
}

interface NeedsProps {
  readonly title: string;
  readonly needs: readonly Need[];
}

/** More are only counted. */
const ROWS = 5;

function Needs({ title, needs }: NeedsProps): ReactNode {
  return (
    <ul className={styles['attention']} aria-label={title}>
      {needs.map(({ id, name, to, about, badge }) => (
        <li key={id}>
          <MaybeLink to={to}>
            <span className={styles['need']}>{name}</span> {about !== undefined && <>{about} </>}
            {badge}
          </MaybeLink>
        </li>
      ))}
    </ul>
  );
}

function NeedsList({ children, ...list }: NeedsProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <h3 className={styles['subtitle']}>{list.title}</h3>
      <Needs {...list} />
      {children}
    </div>
  );
}

interface AttentionListProps {
  readonly rows: Overview['attention'];
  /** Commands to all devices, which are not in any count of devices. */
  readonly toAll: Overview['actions'];
  readonly permitted: Permitted;
}

/** Devices with failed or unanswered commands, by command and trouble; most devices first. */
export function AttentionList({ rows, toAll, permitted }: AttentionListProps): ReactNode {
  const title = t('Failed or not answered in the last 24 hours');
  const needs = rows.flatMap((row) => needsOf(row, permitted)).toSorted((left, right) => right.count - left.count);
  const rest = needs.slice(ROWS);
  const toAllDevices = toAll.map(({ action, imei, status }, index): Need => {
    const report = commandByAction(action)?.variant.report;
    return {
      id: `to all ${index}`,
      name: `${actionTitle(action)}: ${targetName(imei)}`,
      to: report === undefined ? null : permitted.reportOf(report),
      badge: <CommandStateBadge state={status} />,
    };
  });
  return (
    <NeedsList title={title} needs={[...toAllDevices, ...needs.slice(0, ROWS)]}>
      {rest.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('{count} more', { count: formatCount(rest.length) })}</summary>
          <Needs title={title} needs={rest} />
        </details>
      )}
    </NeedsList>
  );
}

type Row = Overview['attention'][number];

const troubles = [
  { trouble: 'failed', tone: 'danger', title: (count: string) => t('{count} failed', { count }) },
  { trouble: 'unanswered', tone: 'warning', title: (count: string) => t('{count} not answered', { count }) },
  { trouble: 'expired', tone: 'danger', title: (count: string) => t('{count} expired unsent', { count }) },
  { trouble: 'unknown', tone: 'warning', title: (count: string) => t('{count} of unknown outcome', { count }) },
] as const;

/** A row for each kind of trouble: its devices, else its report. */
function needsOf(row: Row, permitted: Permitted): readonly (Need & { readonly count: number })[] {
  const { report } = row;
  return troubles.flatMap(({ trouble, tone, title }) => {
    const count = row[trouble] ?? 0;
    if (count === 0) return [];
    return {
      id: `${report} ${trouble}`,
      count,
      name: titleOf(report),
      to: permitted.devicesOf(report, trouble) ?? permitted.reportOf(report),
      badge: <StatusBadge tone={tone}>{title(formatCount(count))}</StatusBadge>,
    };
  });
}

/** The command of a report's history; the report's name if none. */
function titleOf(report: string): string {
  const command = commandList.find(({ variants }) => variants.some((variant) => variant.report === report));
  if (!command) return report;
  const variant = command.variants.find((one) => one.report === report) ?? null;
  return commandTitle(command, command.id === 'disableApp' ? variant : null);
}

function Target({ imei, batchId, devices }: Waiting[number]): ReactNode {
  if (batchId !== '')
    return t('{count, plural, one {{count} device} other {{count} devices}}', { count: formatCount(devices) });
  return imei === 'ALL' ? t('All devices') : <Imei imei={imei} />;
}

interface ApprovalListProps {
  readonly rows: Waiting;
  readonly permitted: Permitted;
}

/** Requests that this operator may decide, and those they have made (C15). */
export function ApprovalList({ rows, permitted }: ApprovalListProps): ReactNode {
  const to = permitted.screenAddress('approvals');
  const left = rows.length - ROWS;
  const needs = rows.slice(0, ROWS).map((row): Need => ({
    id: row.id,
    name: actionTitle(row.action),
    to,
    about: <Target {...row} />,
    badge: (
      <StatusBadge tone={row.own === '' ? 'warning' : 'info'}>
        {row.own === '' ? row.asker : t('asked by you')}
      </StatusBadge>
    ),
  }));
  return (
    <NeedsList title={t('Waits for approval')} needs={needs}>
      {left > 0 && <p className={styles['muted']}>{t('{count} more', { count: formatCount(left) })}</p>}
    </NeedsList>
  );
}

interface RefusedListProps {
  readonly batches: Overview['batches'];
  readonly permitted: Permitted;
}

/** Batches with rows that the server refused; each links to its devices, to send again (D17a). */
export function RefusedList({ batches, permitted }: RefusedListProps): ReactNode {
  const left = batches.length - ROWS;
  const needs = batches.slice(0, ROWS).map(({ batchId, action, oldfile, file, refused }): Need => ({
    id: batchId,
    name: `${commandByAction(action) ? actionTitle(action) : t('Unknown command')}: ${oldfile || file}`,
    to: permitted.batchOf(batchId),
    badge: <StatusBadge tone="danger">{t('{count} refused', { count: formatCount(refused ?? 0) })}</StatusBadge>,
  }));
  return (
    <NeedsList title={t('Refused in the last 24 hours')} needs={needs}>
      {left > 0 && (
        <p className={styles['muted']}>
          <MaybeLink to={permitted.screenAddress('batches')}>
            {t('{count} more', { count: formatCount(left) })}
          </MaybeLink>
        </p>
      )}
    </NeedsList>
  );
}

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
                  <MaybeLink to={permitted.deviceOf(imei)}>
                    <Imei imei={imei} />
                  </MaybeLink>{' '}
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
  const all = permitted.screenAddress('batches');
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
