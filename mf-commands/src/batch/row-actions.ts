import type { ApiClient } from '@device-console/shared-lib/api';
import { ApiError } from '@device-console/shared-lib/api';
import type { BatchResults } from '@device-console/shared-lib/batch';
import { calls, type Command } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import type { SingleState } from '../command/use-single-command.ts';

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
  readonly #openIds = new Map<string, string>();
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
    const transactionId = this.#openIds.get(imei) ?? newTransactionId();
    this.#openIds.set(imei, transactionId);
    this.#enter(imei, { status: 'sending' });
    const { action } = this.command.variants[0];
    try {
      await api.call(
        calls.lockNotification,
        { imei, action, clientof, retailerNumber },
        { transactionId, keepsSession: true },
      );
      this.#openIds.delete(imei);
      this.#enter(imei, { status: 'done', imei });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.outcome === 'refused') this.#openIds.delete(imei);
      this.#enter(imei, stateOfFailure(error));
      if (error.kind === 'authorization') onAuthorizationFailed();
    }
  }

  #enter(imei: string, state: SingleState): void {
    this.#states.set(imei, state);
    this.#latest = imei;
    for (const listener of this.#listeners) listener();
  }
}

function stateOfFailure({ outcome, message }: ApiError): SingleState {
  if (outcome === 'refused') return { status: 'refused', message };
  return { status: 'unconfirmed', maybeSent: outcome === 'unknown', detail: message };
}

const byBatch = new WeakMap<BatchResults, RowActions>();

/** The row actions of a batch, whose results are the same object for its whole life. */
export function rowActionsOf(results: BatchResults, command: Command): RowActions {
  const known = byBatch.get(results) ?? new RowActions(command);
  byBatch.set(results, known);
  return known;
}
