import type { BatchPart } from '../batches/batch-hold.ts';
import type { Order } from './orders.ts';

/** An item of a batch. */
export interface Item {
  /** Its row in the batch's list, from 1. */
  readonly row?: number | undefined;
  readonly imei: string;
  readonly transactionId: string;
  /** What is sent to the device besides the action. */
  readonly payload: Readonly<Record<string, string | undefined>> & { readonly message?: string | undefined };
  /** The body that a separate call would have; its outcome is stored under that (D2c). */
  readonly body: object;
}

/** What the items of one sending share. */
export interface Sending extends BatchPart {
  /** The call that sends one of them. */
  readonly call: 'getImeiDetails' | 'adminLockNotification';
  readonly order: Order;
  readonly filename: string;
  readonly reason: string;
}

/** The answer to a single item's own call; `repeated`: it is a stored answer, and nothing was done. */
export interface ItemResult {
  readonly outcome: 'answered' | 'refused' | 'conflict';
  readonly message: string;
  readonly repeated?: boolean;
}

export const FOUND = 'found';
export const NOT_FOUND = 'not found';
