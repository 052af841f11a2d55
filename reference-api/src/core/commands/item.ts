import type { BatchPart } from '../batches/batch-hold.ts';
import type { Order } from './orders.ts';

/** An item of a batch. */
export interface Item {
  /** In the batch's list, from 1. */
  readonly row?: number | undefined;
  readonly imei: string;
  readonly transactionId: string;
  /** What goes to the device beside the action. */
  readonly payload: Readonly<Record<string, string | undefined>> & { readonly message?: string | undefined };
  /** The body that a call of its own has, which its outcome is known by (D2c). */
  readonly body: object;
}

/** What the items of one sending have in common. */
export interface Sending extends BatchPart {
  /** The call that sends one of them. */
  readonly call: 'getImeiDetails' | 'adminLockNotification';
  readonly order: Order;
  readonly filename: string;
  readonly reason: string;
}

/** What a call of its own says of an item; `repeated` is a stored answer, and nothing was done. */
export interface ItemResult {
  readonly outcome: 'answered' | 'refused' | 'conflict';
  readonly message: string;
  readonly repeated?: boolean;
}

export const FOUND = 'found';
export const NOT_FOUND = 'not found';
