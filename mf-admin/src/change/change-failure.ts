import type { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** A change that failed or whose outcome is unknown. `text`: the specification's or the server's words for it. */
export type ChangeFailure =
  | { readonly outcome: 'refused'; readonly text: string }
  /** Whether nothing was sent or it may have been done; `why`: the cause. */
  | { readonly outcome: 'not-sent' | 'unknown'; readonly text: string; readonly why: FailureNotice };

/** Texts for a failed change for which the server has no words. */
export interface FailureTexts {
  readonly refused: string;
  /** No readable answer. Default: that the outcome is unknown, or that nothing was sent. */
  readonly exception?: string | undefined;
}

const exceptions = { unknown: t('The outcome is not known'), 'not-sent': t('Nothing was sent') } as const;

/** A call's error in words: the server's own if it refused (U2 to U4, C7). */
export function changeFailureOf(error: ApiError, { refused, exception }: FailureTexts): ChangeFailure {
  const { outcome, serverMessage } = error;
  if (outcome === 'refused') return { outcome, text: serverMessage ?? refused };
  return { outcome, text: exception ?? exceptions[outcome], why: failureNotice(error) };
}
