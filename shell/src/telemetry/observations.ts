import type { RemoteLog } from '../remotes/remote-log.ts';
import type { RemoteLoadEvent, UncaughtKind } from '../remotes/remote-record.ts';

/** An error of the page that nobody caught. */
export interface PageError {
  readonly kind: UncaughtKind;
  /** What was thrown or rejected with; often an Error. */
  readonly thrown: unknown;
  /** As the browser puts it; '' of a rejection. */
  readonly message: string;
  /** The script, where the browser names one. */
  readonly filename: string;
  readonly pathname: string;
}

export type Observation =
  | { readonly what: 'load'; readonly event: RemoteLoadEvent }
  | { readonly what: 'page-error'; readonly error: PageError };

/** Keeps what happens until somebody takes it, and passes it on from then on. */
export interface Observations {
  readonly take: (listener: (observation: Observation) => void) => void;
}

/** Most observations that wait for a listener; what comes later is lost. */
const WAITING = 50;

export type ErrorSource = Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'pathname'> };

/** Observes a page from now on: loads and failures of remotes, and errors that nobody catches. */
export function observePage({ watch }: Pick<RemoteLog, 'watch'>, page: ErrorSource): Observations {
  const waiting: Observation[] = [];
  let listener: ((observation: Observation) => void) | null = null;
  const met = (observation: Observation): void => {
    if (listener) listener(observation);
    else if (waiting.length < WAITING) waiting.push(observation);
  };
  const failed = (error: Omit<PageError, 'pathname'>): void =>
    met({ what: 'page-error', error: { ...error, pathname: page.location.pathname } });
  watch((event) => met({ what: 'load', event }));
  page.addEventListener('error', ({ error, message, filename }) =>
    failed({ kind: 'uncaught-error', thrown: error, message, filename }),
  );
  page.addEventListener('unhandledrejection', ({ reason }) =>
    failed({ kind: 'unhandled-rejection', thrown: reason, message: '', filename: '' }),
  );
  return {
    take: (next) => {
      listener = next;
      for (const observation of waiting.splice(0)) next(observation);
    },
  };
}
