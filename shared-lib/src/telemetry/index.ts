export { failureKey } from './fingerprint.ts';
export { redactText } from './redaction.ts';
export { readStack, redactStack, stackText, type StackFrame } from './stack.ts';
export {
  createWebhooks,
  SIGNATURE_HEADER,
  webhookSignature,
  type WebhookMessage,
  type Webhooks,
  readWebhookTargets,
  type WebhookTarget,
} from './webhook.ts';
