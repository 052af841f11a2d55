export { createEnvelopeCodec, fetchCryptoJs } from './create-codec.ts';
export {
  EnvelopeError,
  type EnvelopeCodec,
  type EnvelopeContext,
  type EnvelopeEngine,
  type SealedBody,
} from './envelope.ts';
export { BATCH_ITEM_NAMESPACE, batchItemTransactionId } from './batch-item-id.ts';
export { newTransactionId } from './transaction-id.ts';
