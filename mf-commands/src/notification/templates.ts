import { cleanText } from '@device-console/shared-lib/contract';
import type { NotificationRow, NotificationTemplate } from '@device-console/shared-lib/csv';
import { t } from '../t.ts';

/** The parts of a notification (T5). */
export type NotificationSubject = Pick<NotificationRow, 'name' | 'amount' | 'date' | 'template'>;

/** A notification for its reader: the header (`myheader` of the specification) and the text. */
export interface RenderedNotification {
  readonly header: string;
  readonly text: string;
}

export type AmountFormat = (amount: string) => string;

interface TemplateDefinition {
  /** Its code in the single form (T3). */
  readonly code: '1' | '2' | '3';
  readonly title: string;
  readonly header: (date: string) => string;
  readonly text: (name: string, amount: string, date: string) => string;
}

/** Each text has name, EMI amount, date and the effect on the credit score (T3, T5). */
export const templates: Readonly<Record<NotificationTemplate, TemplateDefinition>> = {
  Pre: {
    code: '1',
    title: t('Pre Due Notification'),
    header: (date) => `Reminder: your EMI is due on ${date}`,
    text: (name, amount, date) =>
      `Dear ${name}, this is a friendly reminder that your EMI of ${amount} is due on ${date}. Paying on time ` +
      'keeps your credit score healthy. ' +
      'If you have already paid, please ignore this message. Thank you.',
  },
  Due: {
    code: '2',
    title: t('Due Date Notification'),
    header: () => 'Urgent: your EMI is due today',
    text: (name, amount, date) =>
      `Dear ${name}, your EMI of ${amount} is due today, ${date}. Please pay it before the day ends, because a ` +
      'late payment can lower your credit score. ' +
      'If you have already paid, please ignore this message. Thank you.',
  },
  Post: {
    code: '3',
    title: t('Post Due Date Notification'),
    header: (date) => `Urgent: your EMI is past due since ${date}`,
    text: (name, amount, date) =>
      `Dear ${name}, your EMI of ${amount} was due on ${date} and is past due. Please pay it as soon as you can, ` +
      'because every day of delay can lower your ' +
      'credit score further. If you have already paid, please ignore this message. Thank you.',
  },
};

/** The choices of the single form: codes 1, 2, 3 (T3). */
export const templateOptions = (['Pre', 'Due', 'Post'] as const).map((template) => ({
  value: templates[template].code,
  title: templates[template].title,
  template,
}));

/** Undefined while none is chosen (T3). */
export function templateByCode(code: string): NotificationTemplate | undefined {
  return templateOptions.find(({ value }) => value === code)?.template;
}

/** Formats amounts in a currency, grouped as in India (T3). Throws a RangeError for an invalid currency code. */
export function amountFormat(currency: string): AmountFormat {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return (amount) => format.format(Number(amount));
}

/** Such as ₹ (T3). */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** A template's notification (T5) as a phone accepts it: a file's name can contain anything (W7). */
export function renderNotification(
  { name, amount, date, template }: NotificationSubject,
  format: AmountFormat,
): RenderedNotification {
  const { header, text } = templates[template];
  return { header: header(date), text: cleanText('message', text(name, format(amount), date)) };
}

/** As people count. Browsers that do not know how (Firefox before 125) count an emoji of several parts as several. */
export function characterCount(text: string): number {
  if (!('Segmenter' in Intl)) return Array.from(text).length;
  return Array.from(new Intl.Segmenter('en-IN', { granularity: 'grapheme' }).segment(text)).length;
}
