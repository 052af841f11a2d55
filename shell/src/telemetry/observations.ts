import type { RemoteLoadEvent, RemoteLog, UncaughtKind } from '../remotes/remote-log.ts';

export interface PageError {
  readonly kind: UncaughtKind;
  /** What was thrown or rejected with; often an Error. */
  readonly thrown: unknown;
  /** The browser's message; '' for a rejection. */
  readonly message: string;
  /** The script, if the browser names one. */
  readonly filename: string;
  readonly pathname: string;
}

type Observation =
  | { readonly what: 'load'; readonly event: RemoteLoadEvent }
  | { readonly what: 'page-error'; readonly error: PageError };

export type Observations = ReturnType<typeof observePage>;

/** How many observations wait for a listener at most; later ones are lost. */
const WAITING = 50;

/** Observes this page from now on: loads and failures of remotes, and uncaught errors. */
export function observePage({ watch }: Pick<RemoteLog, 'watch'>) {
  const waiting: Observation[] = [];
  let listener: ((observation: Observation) => void) | null = null;
  const met = (observation: Observation): void => {
    if (listener) listener(observation);
    else if (waiting.length < WAITING) waiting.push(observation);
  };
  const failed = (error: Omit<PageError, 'pathname'>): void =>
    met({ what: 'page-error', error: { ...error, pathname: location.pathname } });
  watch((event) => met({ what: 'load', event }));
  window.addEventListener('error', ({ error, message, filename }) =>
    failed({ kind: 'uncaught-error', thrown: error, message, filename }),
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    failed({ kind: 'unhandled-rejection', thrown: reason, message: '', filename: '' }),
  );
  return {
    /** Passes on what has been collected, and then each event. */
    take: (next: (observation: Observation) => void): void => {
      listener = next;
      for (const observation of waiting.splice(0)) next(observation);
    },
  };
}
