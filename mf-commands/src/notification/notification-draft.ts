import { isImei, plainDigits } from '@device-console/shared-lib/contract';
import {
  amountText,
  isLostName,
  readAmount,
  UNCLEAR_AMOUNT,
  type NotificationTemplate,
} from '@device-console/shared-lib/csv';
import { useCallback, useSyncExternalStore } from 'react';
import { calendarDay, dayInWords } from '@device-console/shared-lib/console';
import { type NotificationSubject, templateByCode } from './templates.ts';
import { t } from '../t.ts';

/** YYYY-MM-DD as DD/MM/YYYY, as in messages and files. */
export function writtenDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** A message's date, DD/MM/YYYY, with the month's name: the reader of a preview must not take it for another day. */
export const dateInWords = (date: string): string => dayInWords(date.split('/').reverse().join('-'));

/** Allows days from today on, up to today, or today only (T2). */
interface DateRule {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The field is disabled and holds today. */
  readonly isToday: boolean;
}

/** T2; days are YYYY-MM-DD. */
export function dateRule(template: NotificationTemplate | undefined, today: string): DateRule {
  if (template === 'Due') return { min: today, max: today, isToday: true };
  if (template === 'Pre') return { min: today, isToday: false };
  return template === 'Post' ? { max: today, isToday: false } : { isToday: false };
}

/** T2. Both days are YYYY-MM-DD, or numbers YYYYMMDD as batches store them. */
export function dayFits<Day extends string | number>(template: NotificationTemplate, day: Day, today: Day): boolean {
  if (template === 'Due') return day === today;
  return template === 'Pre' ? day >= today : day <= today;
}

const AMOUNT_BEING_TYPED = /^\d{0,12}(?:\.\d{0,2})?$/;
/** Commas may group digits, or be decimal points; the whole amount shows which. */
const WITH_COMMAS = /^[\d.,]{1,20}$/;

/** `day` is YYYY-MM-DD or ''; empty for Due, whose day is today (T1, T2). */
export interface NotificationDraft {
  readonly name: string;
  readonly imei: string;
  /** '' or a code of T3. */
  readonly code: string;
  readonly amount: string;
  readonly day: string;
}

/** Without currency and spaces, in digits 0 to 9; unchanged if the edit cannot be an amount (T2). */
export function typedAmount(text: string, before: string): string {
  const amount = plainDigits(text).replaceAll(/\s|₹|rs\.?|inr/giu, '');
  const pattern = amount.includes(',') ? WITH_COMMAS : AMOUNT_BEING_TYPED;
  return pattern.test(amount) ? amount : before;
}

/** Without commas that group digits, and with two decimals, as shown after the field is left (T2). */
export function paddedAmount(amount: string): string {
  const hundredths = readAmount(amount.replace(/^\.(?=\d)/, '0.').replace(/(\d)\.$/, '$1'));
  return typeof hundredths === 'number' ? amountText(hundredths) : amount;
}

export function amountProblem(amount: string): string | null {
  const hundredths = readAmount(paddedAmount(amount));
  if (typeof hundredths === 'number') return null;
  return hundredths === 'unclear' ? UNCLEAR_AMOUNT : t('Please enter the EMI amount: digits, with at most 2 decimals');
}

export function nameProblem(name: string): string | null {
  if (name.trim() === '') return t("Please enter the customer's name");
  return isLostName(name) ? t('Characters of this name are lost (\ufffd). Please type it again') : null;
}

/** Null if it fits the template (T2). */
export function dayProblem(template: NotificationTemplate | undefined, day: string, today: string): string | null {
  if (day === '') return t('Please choose a date');
  if (template === undefined || dayFits(template, day, today)) return null;
  return template === 'Pre'
    ? t('The date of a reminder before the due date cannot be before today')
    : t('The date of a payment that is past due cannot be after today');
}

/** Today for Due, else the chosen day (T2). */
export function dayOf({ code, day }: NotificationDraft, today: string): string {
  return dateRule(templateByCode(code), today).isToday ? today : day;
}

/** The notification of a complete draft; null while something is missing or wrong (T1, T2). */
export function subjectOf(
  draft: NotificationDraft,
  today: string,
): (NotificationSubject & { readonly imei: string }) | null {
  const template = templateByCode(draft.code);
  const day = dayOf(draft, today);
  const isComplete = nameProblem(draft.name) === null && isImei(draft.imei) && amountProblem(draft.amount) === null;
  if (template === undefined || !isComplete || dayProblem(template, day, today) !== null) return null;
  return {
    name: draft.name.trim().normalize(),
    imei: draft.imei,
    amount: paddedAmount(draft.amount),
    date: writtenDay(day),
    template,
  };
}

const CHECK_EVERY_MS = 15_000;

/** The operator's calendar day. Changes at midnight, and when a laptop wakes up on another day (T2). */
export function useToday(): string {
  const subscribe = useCallback((changed: () => void) => {
    const timer = setInterval(changed, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', changed);
    window.addEventListener('focus', changed);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', changed);
      window.removeEventListener('focus', changed);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => calendarDay(Date.now()));
}
