import { ApiError } from '../../api/api-error.ts';
import { UNAVAILABLE } from '../../contract/index.ts';

/** What a failed sending means for its item (D2, D11). */
export type FailureClass =
  /** The server refused it: final. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Final for now: counted as not found and shown as unconfirmed. */
  | {
      readonly kind: 'unconfirmed';
      readonly sent: 'no' | 'unknown';
      readonly message: string;
      /** The transactionId belongs to another body, or the batch to another run (D2, D17b). */
      readonly isConflict?: true;
    }
  /** It may have been carried out, and the server cannot recognise a repetition: the operator decides. */
  | { readonly kind: 'undecided'; readonly message: string }
  /** No answer of the server's own was received, and sending again is safe: wait for the server. */
  | {
      readonly kind: 'unreachable';
      readonly message: string;
      /** From Retry-After; 0 if the server did not say. */
      readonly waitMs: number;
      /** Something answered, or nothing in time: what was sent may be the reason. False: there was no connection. */
      readonly mayBeItsContent: boolean;
    }
  /** `why`: the reason to pause the batch if the wait is long. */
  | {
      readonly kind: 'throttled';
      readonly why: 'throttled' | 'approval';
      readonly waitMs: number;
      readonly message: string;
    }
  | { readonly kind: 'access-denied'; readonly why: 'authorization' | 'forbidden'; readonly message: string };

const DEFAULT_RETRY_AFTER_SECONDS = 5;
const LONGEST_RETRY_AFTER_SECONDS = 600;

const waitMsOf = ({ retryAfterSeconds }: ApiError, otherwise: number): number =>
  Math.max(Math.min(retryAfterSeconds ?? otherwise, LONGEST_RETRY_AFTER_SECONDS), 0) * 1000;

/**
 * What an error of a call means for what was sent. `repeatable`: sending it again cannot act twice, because the server
 * is idempotent or the call dispatches nothing; then a 5xx, a time-out or an answer that is not the server's own means
 * that the server is not there yet (D11). Rethrows an error that is not an {@link ApiError}.
 */
export function classifyFailure(error: unknown, repeatable: boolean): FailureClass {
  if (!(error instanceof ApiError)) throw error;
  const { kind, message } = error;
  const mayHaveActed = error.outcome === 'unknown';
  if (error.reason === UNAVAILABLE)
    return { kind: 'unreachable', message, waitMs: waitMsOf(error, 0), mayBeItsContent: false };
  switch (kind) {
    case 'business':
      return { kind: 'refused', message };
    case 'authorization':
    case 'forbidden':
      return { kind: 'access-denied', why: kind, message };
    case 'throttled': {
      const why = error.reason === 'approval' ? 'approval' : 'throttled';
      return { kind: 'throttled', why, waitMs: waitMsOf(error, DEFAULT_RETRY_AFTER_SECONDS), message };
    }
    case 'conflict':
      return { kind: 'unconfirmed', sent: 'unknown', message, isConflict: true };
    case 'invalid-request':
      return { kind: 'unconfirmed', sent: 'no', message };
    default:
      if (mayHaveActed && !repeatable) return { kind: 'undecided', message };
      return { kind: 'unreachable', message, waitMs: waitMsOf(error, 0), mayBeItsContent: kind !== 'network' };
  }
}
