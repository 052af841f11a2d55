import type { Fixed, Time } from './columns.ts';

/** Whose commands are counted: an account's with those of its keys, or those of one key. */
export type CountedKind = 'account' | 'key';

/** Commands of one hour. */
export interface CommandCountTable {
  kind: Fixed<CountedKind>;
  /** Of the account or key. */
  id: Fixed<number>;
  /** The first 13 characters of its times. */
  hour: Fixed<string>;
  commands: number;
  /** Its minute that was counted last, as the first 16 characters of its times, and the commands of that minute. */
  minute: string;
  in_minute: number;
}

/** An account whose sending is or was paused for a sudden rise (C11). */
export interface CommandPauseTable {
  account_id: Fixed<number>;
  paused_at: Time;
  why: string;
  /** Null: it is paused. */
  lifted_at: Time | null;
  lifted_by: string | null;
}
