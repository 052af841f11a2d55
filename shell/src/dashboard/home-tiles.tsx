import type { ReactNode } from 'react';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { Columns } from '@device-console/shared-lib/ui';
import { StatCard, Sparkline, type SparklineProps } from '@device-console/shared-lib/ui/chart';
import { commandsOfDay, dayName, formatShare } from './home-charts.tsx';
import { MaybeLink } from './home-lists.tsx';
import type { Overview, Permitted } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

/** The three figures of H1. */
export type Figures = AnswerOf<typeof calls.homeData>;

interface HomeTilesProps {
  /** Null until known. */
  readonly figures: Figures | null;
  readonly overview: Overview | null;
  /** Keep the space of the overview while it loads. */
  readonly hasOverview: boolean;
  readonly permitted: Permitted;
}

type Day = Overview['days'][number];

const sumOf = (days: readonly Day[], value: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + value(day), 0);

/** First registrations less releases: the known change of Total Devices. */
const net = (day: Day): number => day.registered - day.reregistered - day.released;

type Days = Overview['days'];

/** A tile of H1 with its spark line of the last 30 days. */
interface Tile {
  readonly name: string;
  readonly figure: 'total_device' | 'deenroll' | 'device_today';
  readonly screen: 'reports' | 'deEnrolled';
  readonly note?: string;
  readonly label: string;
  /** `until`: the days before it. */
  readonly value: (day: Day, until: Days) => number;
  readonly change: (count: (value: (day: Day) => number) => string) => string;
}

const tiles: readonly Tile[] = [
  {
    name: t('Total Devices'),
    figure: 'total_device',
    screen: 'reports',
    label: t('First registrations less releases, added up by day'),
    value: (_day, until) => sumOf(until, net),
    change: (count) =>
      t('30 days: {registered} first registered, {released} released', {
        registered: count(({ registered, reregistered }) => registered - reregistered),
        released: count(({ released }) => released),
      }),
  },
  {
    name: t('De-Enrolled Devices'),
    figure: 'deenroll',
    screen: 'deEnrolled',
    note: t('need re-registration'),
    label: t('De-enrolled by day'),
    value: ({ deenrolled }) => deenrolled,
    change: (count) =>
      t('30 days: {out} de-enrolled, {back} registered again', {
        out: count(({ deenrolled }) => deenrolled),
        back: count(({ reregistered }) => reregistered),
      }),
  },
  {
    name: t("Today's Registration"),
    figure: 'device_today',
    screen: 'reports',
    label: t('Registered by day'),
    value: ({ registered }) => registered,
    change: (count) => t('30 days: {count} registered', { count: count(({ registered }) => registered) }),
  },
];

/** H1, with their last 30 days, and today's commands. */
export function HomeTiles({ figures, overview, hasOverview, permitted }: HomeTilesProps): ReactNode {
  return (
    <Columns of="tiles">
      {tiles.map((tile) => (
        <StatCard
          key={tile.figure}
          label={<MaybeLink to={permitted.screenAddress(tile.screen)}>{tile.name}</MaybeLink>}
          value={figures ? formatCount(figures[tile.figure]) : undefined}
          note={tile.note}
          tone={tile.note === undefined ? 'plain' : 'warning'}
          trend={hasOverview && <TileTrend tile={tile} days={overview?.days} />}
        />
      ))}
      {hasOverview && <CommandsToday overview={overview} />}
    </Columns>
  );
}

function TileTrend({ tile, days }: { readonly tile: Tile; readonly days: Days | undefined }): ReactNode {
  const points = days?.map((day, index) => ({
    name: dayName(day.day),
    value: tile.value(day, days.slice(0, index + 1)),
  }));
  return (
    <Trend label={t('{what}, last 30 days', { what: tile.label })} points={points}>
      {days && tile.change((value) => formatCount(sumOf(days, value)))}
    </Trend>
  );
}

interface TrendProps {
  readonly label: string;
  readonly points: SparklineProps['points'] | undefined;
  readonly children: string | undefined;
}

/** Keeps its space while it loads. */
function Trend({ label, points, children }: TrendProps): ReactNode {
  return (
    <div className={styles['trendRoom']}>
      {points && <Sparkline label={label} points={points} format={formatCount} />}
      {points && <span className={styles['muted']}>{children}</span>}
    </div>
  );
}

function CommandsToday({ overview }: { readonly overview: Overview | null }): ReactNode {
  const today = overview?.commands.at(-1);
  const all = today ? commandsOfDay(today) : 0;
  return (
    <StatCard
      label={overview?.scope === 'own' ? t('My commands today') : t('Commands today')}
      value={today && formatCount(all)}
      trend={
        <Trend
          label={t('Progress of the commands of the last 14 days')}
          points={overview?.commands.map((day) => ({ name: dayName(day.day), value: commandsOfDay(day) }))}
        >
          {today && all > 0
            ? t('{share} acknowledged', { share: formatShare(today.acknowledged / all) })
            : t('none yet')}
        </Trend>
      }
    />
  );
}
