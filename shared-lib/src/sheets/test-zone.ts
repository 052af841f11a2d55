import type { ZoneOffset } from './headless/cell-values.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A zone that is one hour ahead of UTC in winter, and two in summer. */
export const berlin: ZoneOffset = (instant) => {
  const seconds = Math.floor(instant / 1000) * 1000;
  return (Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds) / 60_000;
};

/** Instants with what a clock in {@link berlin} shows then. */
export const berlinDays = [
  { season: 'winter', instant: '2026-01-15T12:00:00Z', local: '2026-01-15 13:00:00' },
  { season: 'summer', instant: '2026-07-15T12:00:00Z', local: '2026-07-15 14:00:00' },
  { season: 'the last second of winter', instant: '2026-03-29T00:59:59Z', local: '2026-03-29 01:59:59' },
  { season: 'the first second of summer', instant: '2026-03-29T01:00:00Z', local: '2026-03-29 03:00:00' },
  { season: 'the first second of the next winter', instant: '2026-10-25T01:00:00Z', local: '2026-10-25 02:00:00' },
] as const;
