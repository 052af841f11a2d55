import type { Generated } from 'kysely';
import type { Fixed, Time } from './columns.ts';

/** A batch that a run has made known (D17a). Its id is that of the console; `id` is short, for the rows of items. */
export interface BatchTable {
  id: Generated<number>;
  batch_id: Fixed<string>;
  /** Who began it: outcomes are kept under this account, whoever holds the batch (D17b). */
  account_id: Fixed<number>;
  action: Fixed<string>;
  level: Fixed<string>;
  /** The operator's name of the file. */
  file_name: Fixed<string>;
  /** The copy's name here, and the report that it belongs to. */
  file: Fixed<string>;
  report: Fixed<string>;
  /** Of the registered list. */
  devices: Fixed<number>;
  /** Rows of the operator's file, and of them what the list has not. */
  total: Fixed<number>;
  invalid: Fixed<number>;
  duplicates: Fixed<number>;
  /** The run that holds it, whose it is, and in which browser. */
  run: string;
  holder_id: number;
  place: string;
  seen_at: Time;
  found: number;
  not_found: number;
  refused: number;
  state: 'open' | 'complete';
  started_at: Fixed<Time>;
}

export type BatchItemOutcome = 'found' | 'not found' | 'refused';

/** The outcome of a row of a known batch. */
export interface BatchItemTable {
  /** `id` of the batch. */
  batch: Fixed<number>;
  /** In the batch's list, from 1. */
  row: Fixed<number>;
  transaction_id: Fixed<string>;
  outcome: BatchItemOutcome;
  /** Why it was refused. */
  message: string;
  /** The command that was queued for it. */
  command_id: number | null;
}
