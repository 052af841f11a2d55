import { atom } from 'jotai';
import type { ApiError } from '../../api/index.ts';
import { WAITS_FOR_APPROVAL } from '../../contract/index.ts';

/** What came of a sending, as far as this page knows. `no-answer-yet` is not sent yet, or under way. */
export type SentOutcome = 'no-answer-yet' | 'taken' | 'unstated' | 'waits' | 'refused' | 'not-sent' | 'unknown';

/** What an operator is told of a sending; a change that has no line of its own on a screen has none. */
export interface SentCommand {
  /** Id of the command. */
  readonly command: string;
  /** An IMEI, or ALL. */
  readonly target: string;
  /** Where it was sent from: `form`, `search`, or a batch's id. */
  readonly source: string;
  /** The remote whose screen sent it; null for the console itself. */
  readonly remote: string | null;
}

/** One sending: a command to a device, or a change of the console's own data. */
export interface Sent {
  /** The transactionId of its calls (D2). */
  readonly id: string;
  /** What is changed: while an outcome is unknown, only the last sending of a key can be repeated. */
  readonly key: string;
  /** Tells its body from others without holding it. */
  readonly digest: string;
  /** Milliseconds since 1970, of the last attempt. */
  readonly at: number;
  /** Of the first attempt under this id. */
  readonly since: number;
  readonly about: SentCommand | null;
  readonly phase: 'waiting' | 'sending' | 'ended';
  readonly outcome: SentOutcome;
  /** Why it failed; null for a page that was left before the answer. */
  readonly error: ApiError | null;
  /** The command's state in the audit, found later; '' if not looked up. */
  readonly status: string;
  /** No screen of the command has shown how it ended, or it ended on a page that was left. */
  readonly isNews: boolean;
}

/** The result of one sending. */
export type SendResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** What this page and this operator have sent, newest first. Only the page's `Sends` writes it. */
export const sentAtom = atom<readonly Sent[]>([]);

/** The last command of this page, or null: said where a screen fails (D12). */
export const lastSentAtom = atom((get) => get(sentAtom).find(({ about }) => about !== null) ?? null);

/** What an error says of the outcome. */
export function outcomeOfError({ outcome, reason }: Pick<ApiError, 'outcome' | 'reason'>): SentOutcome {
  if (outcome !== 'refused') return outcome;
  return reason === WAITS_FOR_APPROVAL ? 'waits' : 'refused';
}

/** True if the same sending can be repeated under its id: it may have been carried out, or surely was not (D2). */
export const isOpen = ({ phase, outcome }: Pick<Sent, 'phase' | 'outcome'>): boolean =>
  phase === 'ended' && (outcome === 'unknown' || outcome === 'not-sent');
