import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Card, EmptyState, Notice, Spinner } from '@device-console/shared-lib/ui';
import { BarList, BarsByDay, type ChartSeries } from '@device-console/shared-lib/ui/chart';
import { commandsOfDay, dayName, endedOfDay, formatShare } from './home-formats.ts';
import { messages } from './home-messages.ts';
import type { HomeRead, Overview, Versions } from './use-home.ts';
import styles from './dashboard.module.css';

const series: readonly ChartSeries[] = [
  { name: messages.acknowledged, tone: 'success' },
  { name: messages.failedSeries, tone: 'danger' },
  { name: messages.openSeries, tone: 'info' },
];
const ended: ChartSeries = { name: messages.endedSeries, tone: 'warning' };

/** How the commands of the last days went. */
export function CommandsByDay({ overview }: { readonly overview: Overview | null }): ReactNode {
  const isEmpty = overview?.commands.every((day) => commandsOfDay(day) === 0);
  // Most days have none of these.
  const hasEnded = overview?.commands.some((day) => endedOfDay(day) > 0) === true;
  return (
    <Card title={overview?.scope === 'own' ? messages.ownCommandsByDay : messages.commandsByDay}>
      <div className={styles['chartRoom']}>
        {!overview && <Spinner label={messages.loading} />}
        {isEmpty === true && <EmptyState title={messages.noCommandsSent} />}
        {overview && isEmpty === false && (
          <BarsByDay
            label={messages.commandDays}
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

/** The most frequent versions stand for themselves. */
const VERSIONS = 5;

interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Most frequent first; what is beyond the first few stands together. */
function versionBars(versions: Versions): readonly Bar[] {
  const sorted = versions
    .map(({ appversion, devices }) => ({ name: appversion.trim() || messages.unknownVersion, value: devices }))
    .toSorted((left, right) => right.value - left.value);
  const rest = sorted.slice(VERSIONS).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, VERSIONS), ...(rest > 0 ? [{ name: messages.otherVersions, value: rest }] : [])];
}

interface AppVersionsProps {
  readonly versions: HomeRead<Versions>;
  /** The screen of all versions. */
  readonly to: string | null;
}

/** How many devices have which version of the app. */
export function AppVersions({ versions: { status, last }, to }: AppVersionsProps): ReactNode {
  const bars = last && versionBars(last);
  const all = bars?.reduce((sum, { value }) => sum + value, 0) ?? 0;
  return (
    <Card title={messages.versions} actions={to !== null && <Link to={to}>{messages.allVersions}</Link>}>
      <div className={styles['chartRoom']}>
        {status === 'failed' && <Notice tone="danger">{messages.versionsFailed}</Notice>}
        {!bars && status !== 'failed' && <Spinner label={messages.loading} />}
        {bars?.length === 0 && <EmptyState title={messages.noVersions} />}
        {bars && bars.length > 0 && (
          <BarList
            label={messages.versionBars(formatCount(all))}
            bars={bars.map((bar) => ({
              ...bar,
              text: messages.versionText(formatCount(bar.value), formatShare(all > 0 ? bar.value / all : 0)),
            }))}
          />
        )}
      </div>
    </Card>
  );
}
