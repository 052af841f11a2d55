import type { ApiError } from '@device-console/shared-lib/api';
import { messages } from '../messages.ts';

/** A change that did not succeed, or of which that is not known. */
export interface ChangeFailure {
  /** As of the call: nothing was sent, the server said no, or it may have been done. */
  readonly outcome: ApiError['outcome'];
  /** What the specification, or the server, says to it. */
  readonly text: string;
  /** What happened on the way; '' where `text` says it all. */
  readonly detail: string;
}

/** What a change's failures are called where the server has no words for them. */
export interface FailureTexts {
  readonly refused: string;
  /** No answer that could be read; that the outcome is not known, or that nothing was sent, unless given. */
  readonly exception?: string | undefined;
}

const exceptions = { unknown: messages.unknownOutcome, 'not-sent': messages.notSent } as const;

/** Puts a call's error into words: the server's own where it refused (U2 to U4, C7). */
export function changeFailureOf(
  { outcome, serverMessage, message }: ApiError,
  { refused, exception }: FailureTexts,
): ChangeFailure {
  if (outcome === 'refused') return { outcome, text: serverMessage ?? refused, detail: '' };
  return { outcome, text: exception ?? exceptions[outcome], detail: message };
}
