import { formatClock, type Sent, type SentOutcome } from '@device-console/shared-lib/console';
import { commandById } from '@device-console/shared-lib/contract';
import { targetName } from '@device-console/shared-lib/single-command';
import { t } from '../t.ts';

const outcomes: Readonly<Record<SentOutcome, string>> = {
  'no-answer-yet': t('the server has not answered yet'),
  taken: t('the server has taken it'),
  unstated: t('accepted; it is not certain that it was carried out'),
  waits: t('it waits for a second person'),
  refused: t('refused; nothing was sent to the device'),
  'not-sent': t('it was not sent'),
  unknown: t('the outcome is not known; check the device before you send it again'),
};

/** What was last sent, when, and what came of it (D12). */
export function lastSentText({ about, at, outcome }: Sent): string {
  return t('{command}, {target}, {time}: {outcome}', {
    command: about === null ? '' : t.known(commandById(about.command).title),
    target: targetName(about?.target ?? ''),
    time: formatClock(at),
    outcome: outcomes[outcome],
  });
}
