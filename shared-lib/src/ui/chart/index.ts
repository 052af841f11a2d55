export { BarList, type BarListBar, type BarListProps } from './bar-list.tsx';
export { BarsByDay, type BarsByDayProps, type DayBar } from './bars-by-day.tsx';
export type { ChartSeries, ChartTone } from './series.ts';
export { Sparkline, type SparklineProps, type SparkPoint } from './sparkline.tsx';
export { StackedBar, type StackedBarPart, type StackedBarProps } from './stacked-bar.tsx';
export {
  DefinitionList,
  StatCard,
  type Definition,
  type DefinitionListProps,
  type StatCardProps,
} from '../figures/figures.tsx';
