import { v5 } from 'uuid';

/** Namespace of the UUIDs v5 of batch items (D2). Never change it: resumed batches would be sent twice. */
export const BATCH_ITEM_NAMESPACE = '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6';

/**
 * The transactionId of one IMEI's command in a batch: a UUID v5 over `batchId|imei|action`, so that a resend after a
 * crash has the same id and the server dispatches nothing twice (D2).
 */
export const batchItemTransactionId = (batchId: string, imei: string, action: string): string =>
  v5(`${batchId}|${imei}|${action}`, BATCH_ITEM_NAMESPACE);
