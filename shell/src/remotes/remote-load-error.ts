/** What kept a remote's screen from coming. */
export type RemoteFailure = 'contract' | 'unreachable' | 'time-out' | 'threw' | 'malformed' | 'missing' | 'integrity' | 'no-hash' | 'rendering';

/** Each failure in a few words. */
export const failureTitles: Readonly<Record<RemoteFailure, string>> = {
  contract: 'It does not fit this console',
  unreachable: 'Its server does not answer',
  'time-out': 'It took too long to load',
  threw: 'Its code failed while loading',
  malformed: 'It is not a remote of this console',
  missing: 'A file of it is not there',
  integrity: 'A file of it is not the one that was published',
  'no-hash': 'A file of it has no hash, so it cannot be checked',
  rendering: 'It failed while it was shown',
};

/** A remote's screen could not be loaded; the message says which, why and what to do. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  readonly failure: RemoteFailure;
  readonly detail: string;

  constructor(failure: RemoteFailure, remote: { id: string; version: string }, detail: string, options?: ErrorOptions) {
    super(`${remote.id} ${remote.version}: ${failureTitles[failure]}. ${detail}`, options);
    this.failure = failure;
    this.detail = detail;
  }

  /** The reason in a few words, for the failure panel. */
  get reason(): string {
    return failureTitles[this.failure];
  }
}

/** A remote's entry did not become a container; whose it was is for the loader to add. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
  readonly failure: 'unreachable' | 'threw' | 'malformed';

  constructor(failure: EntryError['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** The budget ran out before the remote was there. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}
