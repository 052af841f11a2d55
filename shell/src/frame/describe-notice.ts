import { failureText, formatCount, type Sent } from '@device-console/shared-lib/console';
import { commandById, type CommandId, commandStateOf } from '@device-console/shared-lib/contract';
import type { BatchNotice } from '../batches/batch-notice.ts';
import { t } from '../t.ts';

const titles = {
  finished: (command: string) => t('{command} is done', { command }),
  failed: (command: string) => t('{command} has failed', { command }),
  paused: (command: string) => t('{command} is paused', { command }),
} as const;
const tones = { finished: 'success', failed: 'danger', paused: 'warning' } as const;

/** Single commands that were not done, or perhaps not. */
export interface SendNotice {
  readonly kind: 'undone';
  readonly id: string;
  readonly operator: string;
  readonly command: CommandId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
  /** Of the last one: an IMEI, or ALL, and why it was not done. */
  readonly target: string;
  readonly message: string;
}

export type ConsoleNotice = BatchNotice | SendNotice;

/** Why a command that was sent, or whose screen was left, was not done, or perhaps not. */
export function whyUndone({ status, outcome, error }: Pick<Sent, 'status' | 'outcome' | 'error'>): string {
  switch (commandStateOf(status)) {
    case 'failed':
      return t('It failed after it was sent.');
    case 'expired':
      return t('It could not be sent in time.');
    case 'cancelled':
      return t('It was cancelled.');
    default:
  }
  if (outcome === 'unknown') return t('The outcome is not known.');
  return error ? failureText(error) : t('It was not sent.');
}

/** The words and the screen of a notice (F6). */
export function noticeTexts(notice: ConsoleNotice) {
  const { title, screen } = commandById(notice.command);
  const name = t.known(title);
  if (notice.kind === 'undone') return { screen, name, tone: 'danger', ...undoneTexts(name, notice) } as const;
  const { kind, found, notFound, message } = notice;
  const counts = t('{found} found, {notFound} not found', {
    found: formatCount(found),
    notFound: formatCount(notFound),
  });
  return {
    screen,
    name,
    title: titles[kind](name),
    text: message === '' ? counts : message,
    tone: tones[kind],
  };
}

function undoneTexts(name: string, { count, target, message }: SendNotice) {
  const last =
    target === 'ALL'
      ? t('All devices: {why}', { why: message })
      : t('IMEI {imei}: {why}', { imei: target, why: message });
  return {
    title: t('{command} was not done', { command: name }),
    text: count === 1 ? last : t('{count} devices. The last: {last}', { count: formatCount(count), last }),
  };
}
