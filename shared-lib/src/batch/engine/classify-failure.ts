import { ApiError } from '../../api/api-error.ts';

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
  /** The server was not reached, so sending again is safe. */
  | { readonly kind: 'unreachable'; readonly message: string }
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

/**
 * What an error of a call means for what was sent. `repeatable`: sending it again cannot act twice, because the server
 * is idempotent or the call dispatches nothing. Rethrows an error that is not an {@link ApiError}.
 */
export function classifyFailure(error: unknown, repeatable: boolean): FailureClass {
  if (!(error instanceof ApiError)) throw error;
  const { kind, message } = error;
  const mayHaveActed = error.outcome === 'unknown';
  switch (kind) {
    case 'business':
      return { kind: 'refused', message };
    case 'authorization':
    case 'forbidden':
      return { kind: 'access-denied', why: kind, message };
    case 'throttled': {
      const seconds = Math.min(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS, LONGEST_RETRY_AFTER_SECONDS);
      const why = error.reason === 'approval' ? 'approval' : 'throttled';
      return { kind: 'throttled', why, waitMs: Math.max(seconds, 0) * 1000, message };
    }
    case 'network':
      return repeatable || !mayHaveActed ? { kind: 'unreachable', message } : { kind: 'undecided', message };
    case 'conflict':
      return { kind: 'unconfirmed', sent: 'unknown', message, isConflict: true };
    default:
      if (mayHaveActed && !repeatable) return { kind: 'undecided', message };
      return { kind: 'unconfirmed', sent: mayHaveActed ? 'unknown' : 'no', message };
  }
}
