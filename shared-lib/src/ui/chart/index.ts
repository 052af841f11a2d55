export * from './charts.tsx';
export type { ChartSeries, ChartTone } from './chart-parts.tsx';
export * from '../figures/figures.tsx';
