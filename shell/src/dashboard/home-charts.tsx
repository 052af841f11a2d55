import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Card, EmptyState, Notice, Spinner } from '@device-console/shared-lib/ui';
import { BarList, BarsByDay, type ChartSeries } from '@device-console/shared-lib/ui/chart';
import { formatLocale } from '@device-console/shared-lib/i18n';
import type { HomeReads, Overview, Versions } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

const series: readonly ChartSeries[] = [
  { name: t('Acknowledged'), tone: 'success' },
  { name: t('Failed'), tone: 'danger' },
  { name: t('Not answered yet'), tone: 'info' },
];
const ended: ChartSeries = { name: t('Expired, cancelled or unknown'), tone: 'warning' };

export function CommandsByDay({ overview }: { readonly overview: Overview | null }): ReactNode {
  const isEmpty = overview?.commands.every((day) => commandsOfDay(day) === 0);
  // Most days have none of these.
  const hasEnded = overview?.commands.some((day) => endedOfDay(day) > 0) === true;
  return (
    <Card title={overview?.scope === 'own' ? t('My commands by day') : t('Commands by day')}>
      <div className={styles['chartRoom']}>
        {!overview && <Spinner label={t('Loading')} />}
        {isEmpty === true && <EmptyState title={t('No command was sent in the last 14 days')} />}
        {overview && isEmpty === false && (
          <BarsByDay
            label={t('Progress of the commands of the last 14 days')}
            series={hasEnded ? [...series, ended] : series}
            bars={overview.commands.map((day) => ({
              name: dayName(day.day),
              values: [day.acknowledged, day.failed, day.open, ...(hasEnded ? [endedOfDay(day)] : [])],
            }))}
            format={formatCount}
          />
        )}
      </div>
    </Card>
  );
}

/** The most frequent versions shown singly. */
const VERSIONS = 5;

interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Most frequent first; the rest is added up. */
function versionBars(versions: Versions): readonly Bar[] {
  const sorted = versions
    .map(({ appversion, devices }) => ({ name: appversion.trim() || t('Unknown'), value: devices }))
    .toSorted((left, right) => right.value - left.value);
  const rest = sorted.slice(VERSIONS).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, VERSIONS), ...(rest > 0 ? [{ name: t('Others'), value: rest }] : [])];
}

interface AppVersionsProps {
  readonly versions: NonNullable<HomeReads['versions']>;
  readonly to: string | null;
}

export function AppVersions({ versions: { status, rows }, to }: AppVersionsProps): ReactNode {
  const bars = rows && versionBars(rows);
  const all = bars?.reduce((sum, { value }) => sum + value, 0) ?? 0;
  return (
    <Card title={t('App versions')} actions={to !== null && <Link to={to}>{t('All versions')}</Link>}>
      <div className={styles['chartRoom']}>
        {status === 'failed' && <Notice tone="danger">{t('The app versions could not be loaded')}</Notice>}
        {!bars && status !== 'failed' && <Spinner label={t('Loading')} />}
        {bars?.length === 0 && <EmptyState title={t('No device is enrolled')} />}
        {bars && bars.length > 0 && (
          <BarList
            label={t('Devices by app version, {count} in all', { count: formatCount(all) })}
            bars={bars.map((bar) => ({
              ...bar,
              text: `${formatCount(bar.value)} · ${formatShare(all > 0 ? bar.value / all : 0)}`,
            }))}
          />
        )}
      </div>
    </Card>
  );
}

const day = new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const share = new Intl.NumberFormat(formatLocale(), { style: 'percent', maximumFractionDigits: 0 });

/** YYYY-MM-DD in the operator's format, without the year. Other text unchanged. */
export function dayName(text: string): string {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(moment) ? text : day.format(moment);
}

/** Shows 0 to 1 as whole per cent. Only 1 gives 100 %. */
export function formatShare(value: number): string {
  return share.format(value < 1 ? Math.min(value, 0.99) : 1);
}

type CommandDay = Overview['commands'][number];

/** Commands that ended without a confirmed effect on their phones. */
function endedOfDay({ expired, cancelled, unknown }: CommandDay): number {
  return (expired ?? 0) + (cancelled ?? 0) + (unknown ?? 0);
}

export function commandsOfDay(row: CommandDay): number {
  return row.acknowledged + row.failed + row.open + endedOfDay(row);
}
