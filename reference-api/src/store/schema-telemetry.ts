import type { Generated } from 'kysely';
import type { Fixed, Time } from './columns.ts';

/** An hour, as the first 13 characters of its times: it sorts as they do. */
export type Hour = string;

/**
 * How many screens of a build were loaded in an hour within a step of time; a step is a tenth longer than the one
 * before.
 */
export interface RemoteLoadTable {
  hour: Fixed<Hour>;
  remote: Fixed<string>;
  version: Fixed<string>;
  release: Fixed<string>;
  source: Fixed<string>;
  step: Fixed<number>;
  loads: number;
}

/** A kind of failure, as it was first met. */
export interface RemoteFailureTable {
  id: Generated<number>;
  /** SHA-256 of what makes it this kind. */
  fingerprint: Fixed<string>;
  remote: Fixed<string>;
  owner: Fixed<string>;
  version: Fixed<string>;
  release: Fixed<string>;
  source: Fixed<string>;
  screen: Fixed<string>;
  kind: Fixed<string>;
  message: Fixed<string>;
  stack: Fixed<string>;
  browser: Fixed<string>;
  first_at: Fixed<Time>;
  last_at: Time;
}

/** How often an account met a kind of failure in an hour. */
export interface RemoteFailureCountTable {
  failure_id: Fixed<number>;
  hour: Fixed<Hour>;
  account_id: Fixed<number>;
  failures: number;
}
