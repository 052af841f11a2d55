import type { ReactNode } from 'react';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { Columns, HiddenText } from '@device-console/shared-lib/ui';
import { StatCard, Sparkline, type SparklineProps } from '@device-console/shared-lib/ui/chart';
import { commandsOfDay, dayName, formatShare } from './home-charts.tsx';
import { MaybeLink } from './home-lists.tsx';
import type { HomeReads, Overview, Permitted } from './use-home.ts';
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
  /** Of devices by their state; null if the operator may not see them, or the back end does not know them. */
  readonly counts: HomeReads['counts'];
}

type Day = Overview['days'][number];

const sumOf = (days: readonly Day[], value: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + value(day), 0);

/** First registrations less releases: the known change of Total Devices. */
const net = (day: Day): number => day.registered - day.reregistered - day.released;

type Days = Overview['days'];

/** A tile of H1 with its spark line: of a stock until now, of what is counted by day until yesterday. */
interface Tile {
  readonly name: string;
  readonly figure: 'total_device' | 'deenroll' | 'device_today';
  readonly screen: 'reports' | 'deEnrolled';
  readonly note?: string;
  readonly label: string;
  /** What a day adds to a stock. */
  readonly adds?: (day: Day) => number;
  /** Of what is counted by day. */
  readonly counted?: (day: Day) => number;
  readonly change: (count: (value: (day: Day) => number) => string) => string;
}

const tiles: readonly Tile[] = [
  {
    name: t('Total Devices'),
    figure: 'total_device',
    screen: 'reports',
    label: t('Devices at the end of each day'),
    adds: net,
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
    label: t('De-enrolled devices at the end of each day'),
    adds: ({ deenrolled, reregistered }) => deenrolled - reregistered,
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
    label: t('Registered by day, until yesterday'),
    counted: ({ registered }) => registered,
    change: (count) => t('30 days: {count} registered', { count: count(({ registered }) => registered) }),
  },
];

/** H1, with their last 30 days, today's commands, and the locked devices (D40e). */
export function HomeTiles({ figures, overview, hasOverview, permitted, counts }: HomeTilesProps): ReactNode {
  return (
    <Columns of="tiles">
      {tiles.map((tile) => (
        <StatCard
          key={tile.figure}
          label={<MaybeLink to={permitted.screenAddress(tile.screen)}>{tile.name}</MaybeLink>}
          value={figures ? formatCount(figures[tile.figure]) : undefined}
          note={tile.note}
          tone={tile.note === undefined ? 'plain' : 'warning'}
          isSlim
          trend={
            hasOverview && (
              <TileTrend tile={tile} days={overview?.days} figure={figures ? figures[tile.figure] : null} />
            )
          }
        />
      ))}
      {hasOverview && <CommandsToday overview={overview} />}
      {counts && counts.status !== 'failed' && (
        <StatCard
          label={<MaybeLink to={permitted.devicesIn('LOCKED')}>{t('Locked')}</MaybeLink>}
          value={counts.last ? formatCount(lockedOf(counts.last)) : undefined}
          isSlim
        />
      )}
    </Columns>
  );
}

const lockedOf = ({ states }: NonNullable<NonNullable<HomeReads['counts']>['last']>): number =>
  states.find(({ state }) => state === 'LOCKED')?.devices ?? 0;

interface TileTrendProps {
  readonly tile: Tile;
  readonly days: Days | undefined;
  /** Null until known. */
  readonly figure: number | null;
}

function TileTrend({ tile: { adds, counted, label, change }, days, figure }: TileTrendProps): ReactNode {
  const points =
    days && adds && figure !== null
      ? days.map(({ day }, index) => ({ name: dayName(day), value: figure - sumOf(days.slice(index + 1), adds) }))
      : counted && days && withoutToday(days).map((day) => ({ name: dayName(day.day), value: counted(day) }));
  return (
    <Trend label={label} points={points}>
      {days && change((value) => formatCount(sumOf(days, value)))}
    </Trend>
  );
}

/** Part of a day beside whole days would look like a fall. */
const withoutToday = <Day,>(days: readonly Day[]): readonly Day[] => days.slice(0, -1);

interface TrendProps {
  readonly label: string;
  readonly points: SparklineProps['points'] | null | undefined;
  readonly children?: string | undefined;
}

/** The line; what it says in words is for screen readers and the pointer. */
function Trend({ label, points, children }: TrendProps): ReactNode {
  return (
    <div className={styles['trendRoom']} title={children}>
      {points && <Sparkline label={label} points={points} format={formatCount} hasTable={false} />}
      <HiddenText>{children}</HiddenText>
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
      note={
        today && all > 0 ? t('{share} acknowledged', { share: formatShare(today.acknowledged / all) }) : t('none yet')
      }
      isSlim
      trend={
        <Trend
          label={t('Commands by day, until yesterday')}
          points={
            overview &&
            withoutToday(overview.commands).map((day) => ({ name: dayName(day.day), value: commandsOfDay(day) }))
          }
        />
      }
    />
  );
}
