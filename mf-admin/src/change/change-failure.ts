import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A change that failed, or of which that is not known. `text`: what the specification or server says to it. */
export type ChangeFailure =
  | { readonly outcome: 'refused'; readonly text: string }
  /** Nothing was sent, or it may have been done; `why` says what happened on the way. */
  | { readonly outcome: 'not-sent' | 'unknown'; readonly text: string; readonly why: FailureNotice };

/** What a change's failures are called where the server has no words for them. */
export interface FailureTexts {
  readonly refused: string;
  /** No answer that could be read; that the outcome is not known, or that nothing was sent, unless given. */
  readonly exception?: string | undefined;
}

const exceptions = { unknown: t('The outcome is not known'), 'not-sent': t('Nothing was sent') } as const;

/** Puts a call's error into words: the server's own where it refused (U2 to U4, C7). */
export function changeFailureOf(error: ApiError, { refused, exception }: FailureTexts): ChangeFailure {
  const { outcome, serverMessage } = error;
  if (outcome === 'refused') return { outcome, text: serverMessage ?? refused };
  return { outcome, text: exception ?? exceptions[outcome], why: failureNotice(error) };
}
