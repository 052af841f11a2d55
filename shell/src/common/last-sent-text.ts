import { formatClock, type SentOutcome } from '@device-console/shared-lib/console';
import type { LastSent } from '@device-console/shared-lib/console/host';
import { t } from '../t.ts';

const outcomes: Readonly<Record<SentOutcome, string>> = {
  'no-answer-yet': t('the server has not answered yet'),
  taken: t('the server has taken it'),
  unstated: t('accepted; it is not certain that it was carried out'),
  waits: t('it waits for a second person'),
  refused: t('refused; nothing was sent to the device'),
  'not-sent': t('it was not sent'),
  unknown: t('the outcome is not known; look at the device before you send it again'),
};

/** What was last sent, when, and what came of it (D12). */
export function lastSentText({ command, target, at, outcome }: LastSent): string {
  return t('{command}, {target}, {time}: {outcome}', {
    command,
    target,
    time: formatClock(at),
    outcome: outcomes[outcome],
  });
}
