import { atom } from 'jotai';
import type { ApiError } from '../../api/index.ts';
import { WAITS_FOR_APPROVAL } from '../../contract/index.ts';

/** What came of a sending, as far as this page knows. `no-answer-yet` is not sent yet, or under way. */
export type SentOutcome = 'no-answer-yet' | 'taken' | 'unstated' | 'waits' | 'refused' | 'not-sent' | 'unknown';

/** What an operator is told of a sending; a change that has no line of its own on a screen has none. */
export interface SentCommand {
  /** Id of the command. */
  readonly command: string;
  /** Its action, which tells the levels of a command apart; undefined: not known any more. */
  readonly action?: string | undefined;
  /** An IMEI, or ALL. */
  readonly target: string;
  /** Where it was sent from: `form`, `search`, or a batch's id. */
  readonly source: string;
  /** The remote whose screen sent it; null for the console itself. */
  readonly remote: string | null;
}

/** What the records have of a device, read after a command to it. */
export interface SentDevice {
  /** Brand and model; '' if there is no record. */
  readonly model: string;
  /** Its state before the command; '' if the records do not tell. */
  readonly before: '' | 'enrolled' | 'locked' | 'unlocked' | 'released' | 'de-enrolled';
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
  /** When the operator last asked for it; it may have waited for its turn since. */
  readonly asked: number;
  readonly about: SentCommand | null;
  readonly phase: 'waiting' | 'sending' | 'ended';
  readonly outcome: SentOutcome;
  /** Why it failed; null for a page that was left before the answer. */
  readonly error: ApiError | null;
  /** The command's state in the audit, found later; '' if not looked up. */
  readonly status: string;
  /** Of a command to ALL, how many devices it was handed over to; absent if the server has not said it. */
  readonly devices?: number;
  /** Null until it was read. */
  readonly device: SentDevice | null;
  /** No screen of the command has shown how it ended, or it ended on a page that was left. */
  readonly isNews: boolean;
}

/** The result of one sending. */
export type SendResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** What this page and this operator have sent, newest first. Only the page's `Sends` writes it. */
export const sentAtom = atom<readonly Sent[]>([]);

/** A scan of which nothing was sent. */
export interface UnsentScan {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the command whose screen was shown. */
  readonly command: string;
  /** What was scanned. */
  readonly text: string;
  /** It is no IMEI; a level or action was not chosen yet; or a question was open. */
  readonly why: 'not-an-imei' | 'incomplete' | 'question';
}

/** What this operator scanned on this page without sending it, newest first. Only the page's `Sends` writes it. */
export const unsentScansAtom = atom<readonly UnsentScan[]>([]);

/** The last command of this page, or null: said where a screen fails (D12). */
export const lastSentAtom = atom((get) => get(sentAtom).find(({ about }) => about !== null) ?? null);

/** What an error says of the outcome. */
export function outcomeOfError({ outcome, reason }: Pick<ApiError, 'outcome' | 'reason'>): SentOutcome {
  if (outcome !== 'refused') return outcome;
  return reason === WAITS_FOR_APPROVAL ? 'waits' : 'refused';
}

/**
 * True if the same sending can be repeated under its id: it may have been carried out, or surely was not (D2). One
 * without a key was closed, by the operator or by a different command to the same device.
 */
export const isOpen = ({ phase, outcome, key }: Pick<Sent, 'phase' | 'outcome' | 'key'>): boolean =>
  phase === 'ended' && key !== '' && (outcome === 'unknown' || outcome === 'not-sent');
