import type { ApiClient } from '@device-console/shared-lib/api';
import type { BatchResults } from '@device-console/shared-lib/batch';
import { calls, type Command } from '@device-console/shared-lib/contract';
import { RepeatableSender } from '@device-console/shared-lib/console';
import { stateOfFailure, type SingleState } from '@device-console/shared-lib/single-command';

/** Whose action it is, and how it is sent. */
export interface RowActionCaller {
  readonly api: ApiClient;
  readonly clientof: string;
  readonly retailerNumber: string;
  /** The server says that the session is over (S8, D7). */
  readonly onAuthorizationFailed: () => void;
}

const untouched: SingleState = { status: 'editing' };

/**
 * The commands that were sent from the rows of one batch (C8, D7). They outlive the table's cells, which come and go
 * while it is scrolled, and the screen: a row is sent once at a time, and after an unknown outcome under the same
 * transactionId (D2).
 */
export class RowActions {
  readonly #states = new Map<string, SingleState>();
  readonly #sender = new RepeatableSender();
  readonly #listeners = new Set<() => void>();
  #latest = '';

  constructor(private readonly command: Command) {}

  /** Tells a listener of every change; the answer ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How the action on a row stands; the same object until it changes. */
  stateOf(imei: string): SingleState {
    return this.#states.get(imei) ?? untouched;
  }

  /** The IMEI whose action was begun or ended last, or ''. */
  readonly latest = (): string => this.#latest;

  /** Sends the action to one device, unless that is under way. */
  async send(imei: string, { api, clientof, retailerNumber, onAuthorizationFailed }: RowActionCaller): Promise<void> {
    if (this.stateOf(imei).status === 'sending') return;
    this.#enter(imei, { status: 'sending' });
    const { action } = this.command.variants[0];
    const body = { imei, action, clientof, retailerNumber };
    const result = await this.#sender.send({ key: imei }, (transactionId) =>
      api.call(calls.lockNotification, body, { transactionId, keepsSession: true }),
    );
    if (result.kind === 'done') {
      this.#enter(imei, { status: 'done', imei });
      return;
    }
    this.#enter(imei, stateOfFailure(result.error));
    if (result.error.kind === 'authorization') onAuthorizationFailed();
  }

  #enter(imei: string, state: SingleState): void {
    this.#states.set(imei, state);
    this.#latest = imei;
    for (const listener of this.#listeners) listener();
  }
}

const byBatch = new WeakMap<BatchResults, RowActions>();

/** The row actions of a batch, whose results are the same object for its whole life. */
export function rowActionsOf(results: BatchResults, command: Command): RowActions {
  const known = byBatch.get(results) ?? new RowActions(command);
  byBatch.set(results, known);
  return known;
}
