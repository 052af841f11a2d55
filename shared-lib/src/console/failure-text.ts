import { ApiError, type ApiFailureKind } from '../api/index.ts';
import type { ExplainedError } from '../data/pages.ts';
import { t } from '../i18n/own.ts';

/** For failures without words of the server. */
const words: Readonly<Record<Exclude<ApiFailureKind, 'business' | 'forbidden'>, string>> = {
  network: t('The server could not be reached. Check the connection.'),
  timeout: t('The server did not answer in time.'),
  aborted: t('It was cancelled before the server answered.'),
  authorization: t('The session is over. Log in again.'),
  throttled: t('The server accepts no more requests right now. Wait a moment.'),
  server: t('The server had an internal error.'),
  conflict: t('The server already has a different request under this transaction ID.'),
  unreadable: t('The answer of the server could not be read.'),
  foreign: t(
    'Your network answered, not the server: a proxy or a sign-in page. Open another website to see what it wants.',
  ),
  'invalid-request': t('The server did not understand the request: it does not fit this console.'),
};

const isExplained = (error: unknown): error is ExplainedError => error instanceof Error && 'explanation' in error;

const ownWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The text of a failure for the operator: the server's own words if it refused a call, else `otherwise`, by default the
 * kind of failure in plain words. For an error that is not a call's, its own message.
 */
export function failureText(error: unknown, otherwise?: string): string {
  if (isExplained(error)) return otherwise ?? error.explanation;
  if (!(error instanceof ApiError)) return otherwise ?? ownWords(error);
  if (error.kind === 'business' || error.kind === 'forbidden') return error.message;
  return otherwise ?? error.serverMessage ?? words[error.kind];
}

/** A Notice about a failure. */
export interface FailureNotice {
  readonly children: string;
  /** For support: call, status and cause, in English; undefined if the words say it all. */
  readonly details: string | undefined;
}

/** A Notice about a failure: the words of {@link failureText}, and the call's own under Details. */
export function failureNotice(error: unknown): FailureNotice {
  const children = failureText(error);
  const details = ownWords(error);
  return { children, details: details === children ? undefined : details };
}
