import type { DispatchTimes } from '../../core/gateway/dispatch-times.ts';

/**
 * Times of a deployment in which everything goes wrong, so that it recovers within a second. A claim may end while its
 * answer is still pending, as after many slow answers in a row.
 */
export const shortTimes: DispatchTimes = {
  claim: 400,
  retry: 25,
  longestRetry: 150,
  misconfigured: 50,
  idle: 60,
  pause: 10,
  look: 100,
  ask: 50,
  connect: 250,
  answer: 300,
};

/** Milliseconds for one call of a client. */
export const CALL_TIME = 600;

/** Settings in PostgreSQL's address, in milliseconds. */
export const databaseTimes = new URLSearchParams({
  connectionTimeoutMillis: '500',
  statement_timeout: '500',
  lock_timeout: '400',
  query_timeout: '700',
  idle_in_transaction_session_timeout: '800',
});
