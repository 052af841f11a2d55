import { failureText } from '@device-console/shared-lib/console';
import { readStack } from '@device-console/shared-lib/telemetry';
import { t } from '../t.ts';
import { isPageChange } from '../common/page-change.ts';

/** Why a remote's screen was not shown, or removed. */
export type RemoteFailure =
  | 'contract'
  | 'unreachable'
  | 'time-out'
  | 'threw'
  | 'malformed'
  | 'missing'
  | 'integrity'
  | 'no-hash'
  | 'blocked'
  | 'page-changed'
  | 'built-ins'
  | 'rendering'
  | 'endless-render';

export const failureTitles: Readonly<Record<RemoteFailure, string>> = {
  contract: t('It does not fit this console'),
  unreachable: t('Its server does not answer'),
  'time-out': t('It took too long to load'),
  threw: t('Its code failed while loading'),
  malformed: t('It is not a remote of this console'),
  missing: t('One of its files is missing'),
  integrity: t('One of its files is not the one that was published'),
  'no-hash': t('One of its files has no hash, so it cannot be checked'),
  blocked: t('The browser did not run one of its files'),
  'page-changed': t('The browser or an extension has changed this page'),
  'built-ins': t('It changed what every part of the page uses'),
  rendering: t('It failed while being shown'),
  'endless-render': t('It was rendered again and again without end'),
};

// React stops an endless render by throwing: its two limits, by their error numbers in its production build.
const endless = /Too many re-renders|Maximum update depth exceeded|Minified React error #(?:185|301)\b/;

/** The message says which screen could not be loaded, why and what to do. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  readonly failure: RemoteFailure;
  readonly detail: string;

  constructor(failure: RemoteFailure, remote: { id: string; version: string }, detail: string, options?: ErrorOptions) {
    super(`${remote.id} ${remote.version}: ${failureTitles[failure]}. ${detail}`, options);
    this.failure = failure;
    this.detail = detail;
  }

  get reason(): string {
    return failureTitles[this.failure];
  }
}

/** True if somebody else has changed the page, rather than the code at a remote's `baseUrl` (D11). */
export function isChangedByOthers(error: unknown, baseUrl: string): boolean {
  if (!isPageChange(error) || !(error instanceof DOMException)) return false;
  const [innermost] = readStack(error.stack ?? '');
  return !innermost?.url.startsWith(new URL(baseUrl, document.baseURI).href);
}

interface FailedRelease {
  readonly baseUrl: string;
  readonly declaration: { readonly id: string; readonly version: string };
}

/** The failure of a part of this release that threw while shown. */
export function renderErrorOf({ baseUrl, declaration }: FailedRelease, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  const detail = failureText(error);
  if (isChangedByOthers(error, baseUrl))
    return new RemoteLoadError('page-changed', declaration, detail, { cause: error });
  const failure = error instanceof Error && endless.test(error.message) ? 'endless-render' : 'rendering';
  return new RemoteLoadError(failure, declaration, detail, { cause: error });
}
