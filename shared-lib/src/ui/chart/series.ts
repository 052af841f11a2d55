import { formatLocale } from '../../i18n/index.ts';

/** The colour of a series, by what it means. */
export type ChartTone = 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'muted';

/** What is counted, in every bar of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly tone: ChartTone;
}

export const plainValue = (value: number): string => value.toLocaleString(formatLocale());
