import { formatLocale } from '../../i18n/index.ts';

const month = new Intl.DateTimeFormat(formatLocale(), { month: 'long', year: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat(formatLocale(), {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const full = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'short' });

export const monthName = (moment: number): string => month.format(moment);

/** An event's time, below a heading with the year; the server's text if it is not a time. */
export const eventTime = ({ moment, time }: { readonly moment: number | null; readonly time: string }): string =>
  moment === null ? time : dayAndTime.format(moment);

/** An event's full time; the server's text if it is not a time. */
export const wholeTime = ({ moment, time }: { readonly moment: number | null; readonly time: string }): string =>
  moment === null ? time : full.format(moment);
