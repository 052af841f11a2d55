import { ACCEPTED_UNSTATED, type PlainAnswer } from '../../../contract/index.ts';
import { outcomeCode, type OutcomeCode } from '../outcomes.ts';
import type { Command } from '../../../contract/index.ts';
import type { Delivery } from './deliver.ts';
import { t } from '../../../i18n/own.ts';

/** What is written down of an IMEI (D11). */
export interface ItemOutcome {
  readonly code: OutcomeCode;
  readonly message: string;
}

/** Where the answer of the call need not say how it went, whether it did (D1b). */
export type ItemAnswer = PlainAnswer & { readonly isStated?: boolean };

function outcomeOfAnswer({ batch }: Command, answer: ItemAnswer): ItemOutcome {
  const message = answer.isStated === false ? ACCEPTED_UNSTATED : answer.message.trim();
  if (batch?.dispatch === 'adminLockNotification') return { code: outcomeCode.found, message };
  if (/^found$/i.test(message)) return { code: outcomeCode.found, message: '' };
  if (/^not found$/i.test(message)) return { code: outcomeCode.notFound, message: '' };
  return {
    code: outcomeCode.unknown,
    message: t('The server answered "{message}", which is neither found nor not found.', { message }),
  };
}

/** Returns the outcome of an IMEI whose sending has ended (B7, D11). */
export function outcomeOf(command: Command, delivery: Exclude<Delivery<ItemAnswer>, { kind: 'stopped' }>): ItemOutcome {
  if (delivery.kind === 'answered') return outcomeOfAnswer(command, delivery.answer);
  if (delivery.kind === 'refused') {
    const message = delivery.message.trim();
    return /^not found$/i.test(message)
      ? { code: outcomeCode.notFound, message: '' }
      : { code: outcomeCode.refused, message };
  }
  const isUnsent = delivery.kind === 'unreachable' || (delivery.kind === 'unconfirmed' && delivery.sent === 'no');
  return { code: isUnsent ? outcomeCode.unsent : outcomeCode.unknown, message: delivery.message };
}
