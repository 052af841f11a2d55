import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Columns, Stack } from '../layout/layout.tsx';
import { TextField } from '../field/text-field.tsx';
import styles from './date-range-fields.module.css';
import { calendarDay, dayInWords, isDay } from '../../i18n/calendar-day.ts';
import { t } from '../../i18n/own.ts';

/** Whole days, YYYY-MM-DD, both included (R1); '' if not chosen. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

type RangeAt = (now: number, timeZone?: string) => DateRange;

/** A range chosen by one press. */
export interface RangeChoice {
  readonly title: string;
  /** Its days at a moment, in milliseconds since the epoch. */
  readonly at: RangeAt;
  /** Absent if unknown. */
  readonly isChosen?: boolean;
}

export interface DateRangeFieldsProps {
  readonly startLabel: string;
  readonly endLabel: string;
  readonly value: DateRange;
  readonly onChange: (value: DateRange) => void;
  /** Faults of the first or last day, for the operator. */
  readonly problems?: { readonly start?: string; readonly end?: string } | undefined;
  readonly choicesLabel: string;
  readonly choices: readonly RangeChoice[];
  /** A quick range was pressed: fetch at once. */
  readonly onChoose: (value: DateRange) => void;
  /** Default: the operator's own. */
  readonly timeZone?: string | undefined;
  /** The days in words, with their time zone. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

function DayFields({ startLabel, endLabel, value, onChange, problems = {} }: DateRangeFieldsProps) {
  return (
    <>
      <TextField
        label={startLabel}
        type="date"
        value={value.start}
        onChange={(start) => onChange({ start, end: value.end })}
        errorMessage={problems.start}
      />
      <TextField
        label={endLabel}
        type="date"
        value={value.end}
        onChange={(end) => onChange({ start: value.start, end })}
        errorMessage={problems.end}
      />
    </>
  );
}

function RangeButtons({ choices, choicesLabel, onChoose, timeZone }: DateRangeFieldsProps) {
  return (
    <div role="group" aria-label={choicesLabel} className={styles['choices']}>
      {choices.map(({ title, at, isChosen }) => (
        <Button key={title} size="small" aria-pressed={isChosen} onPress={() => onChoose(at(Date.now(), timeZone))}>
          {title}
        </Button>
      ))}
    </div>
  );
}

/** The first and last day of a report, and quick ranges that fetch at once (R1, D3). */
export function DateRangeFields(props: DateRangeFieldsProps) {
  return (
    <Stack gap="small">
      <Columns of="fields">
        <DayFields {...props} />
        {props.children}
      </Columns>
      {props.note !== undefined && <p className={styles['note']}>{props.note}</p>}
      <RangeButtons {...props} />
    </Stack>
  );
}

export interface DateRangeToolbarProps extends DateRangeFieldsProps {
  /** The form's buttons, beside the fields. */
  readonly actions: ReactNode;
  /** What is done with what was fetched, beside the ranges. */
  readonly tools?: ReactNode;
}

/** The same in two lines above a table, whose first rows stay in sight. */
export function DateRangeToolbar({ actions, tools, ...props }: DateRangeToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['line']}>
        <RangeButtons {...props} />
        {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
      </div>
      <div className={styles['line']}>
        <DayFields {...props} />
        {props.children}
        <div className={styles['formActions']}>{actions}</div>
      </div>
      {props.note !== undefined && <div className={styles['note']}>{props.note}</div>}
    </div>
  );
}

const DAY_MS = 86_400_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

const oneDay = (day: string): DateRange => ({ start: day, end: day });
const monthUntil = (end: string): DateRange => ({ start: `${end.slice(0, 7)}-01`, end });

/** A range by the day that it is. */
const by =
  (rangeOf: (today: string) => DateRange): RangeAt =>
  (now, timeZone) =>
    rangeOf(calendarDay(now, timeZone));

/** Including today. */
const lastDays = (days: number): RangeAt => by((end) => ({ start: daysBefore(end, days - 1), end }));

/** The day of `now`, milliseconds since the epoch, in `timeZone`; default: the operator's own (D3). */
export const todayRange: RangeAt = by(oneDay);

/** Quick ranges; `id` names them in addresses, `now` is in milliseconds, `timeZone` the operator's own (D3). */
export const quickRanges: readonly (RangeChoice & { readonly id: string })[] = [
  { id: 'today', title: t('Today'), at: todayRange },
  { id: 'yesterday', title: t('Yesterday'), at: by((today) => oneDay(daysBefore(today, 1))) },
  { id: '7-days', title: t('7 days'), at: lastDays(7) },
  { id: '30-days', title: t('30 days'), at: lastDays(30) },
  { id: 'this-month', title: t('This month'), at: by(monthUntil) },
  { id: 'last-month', title: t('Last month'), at: by((today) => monthUntil(daysBefore(monthUntil(today).start, 1))) },
];

/** A range's faults, by field, for the operator (R1). Days sort as texts. */
export function rangeProblems({ start, end }: DateRange): { readonly start?: string; readonly end?: string } {
  const missing = t('Please choose a date.');
  const endBeforeStart = t('End date cannot be prior to start date');
  if (start === '' || end === '')
    return { ...(start === '' && { start: missing }), ...(end === '' && { end: missing }) };
  return end < start ? { end: endBeforeStart } : {};
}

/** A range in words; leaves out missing days. */
export function writtenRange({ start, end }: DateRange): string {
  const from = dayInWords(start);
  const to = dayInWords(end);
  return from === to || from === '' || to === '' ? from || to : t('{from} to {to}', { from, to });
}

/** The range of a fragment: `#start=2026-11-01&end=2026-11-20`, or a quick one as `#range=last-month`; else null. */
export function rangeOfFragment(fragment: string, now: number, timeZone?: string): DateRange | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const quick = quickRanges.find(({ id }) => id === fields.get('range'));
  if (quick) return quick.at(now, timeZone);
  const start = fields.get('start') ?? '';
  const end = fields.get('end') ?? '';
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}
