import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../console/index.ts';
import { t } from '../i18n/own.ts';
import { Progress } from '../ui/index.ts';

export interface FileProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Devices a second; null: unknown, or nothing is under way. */
  readonly perSecond: number | null;
}

/** How many devices of a file are done, with the rate and the time left while they are known. */
export function FileProgress({ label, done, total, perSecond }: FileProgressProps): ReactNode {
  const figures = { done: formatCount(done), of: formatCount(total), rate: '', left: '' };
  if (perSecond !== null) {
    figures.rate = t(', {perSecond} a second', { perSecond: formatCount(Math.round(perSecond)) });
    figures.left = t(', about {time} left', { time: formatDuration(((total - done) / perSecond) * 1000) });
  }
  return <Progress label={label} value={done} max={total} text={t('{done} of {of}{rate}{left}', figures)} />;
}
