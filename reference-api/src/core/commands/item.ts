import type { Order } from './orders.ts';

/** Of which batch something is, and which run sends it. */
export interface BatchPart {
  readonly batchId?: string | undefined;
  readonly run?: string | undefined;
  readonly action: string;
}

export interface Item {
  /** In the batch's list, from 1. */
  readonly row?: number | undefined;
  readonly imei: string;
  readonly transactionId: string;
  /** Sent to the device besides the action. */
  readonly payload: Readonly<Record<string, string | undefined>> & { readonly message?: string | undefined };
  /** The body of a call of its own; its outcome is stored under that (D2c). */
  readonly body: object;
}

export interface Sending extends BatchPart {
  readonly call: 'getImeiDetails' | 'adminLockNotification';
  readonly order: Order;
  readonly filename: string;
  readonly reason: string;
  /** A row of a known batch that must have its outcome before; else nothing is sent. */
  readonly after?: number | undefined;
}

/** Of a single item's own call; `repeated`: the answer was stored, and nothing was done. */
export interface ItemResult {
  readonly outcome: 'answered' | 'refused' | 'conflict';
  readonly message: string;
  readonly repeated?: boolean;
}

export const FOUND = 'found';
export const NOT_FOUND = 'not found';
