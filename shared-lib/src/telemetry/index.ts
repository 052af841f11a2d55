export { failureKey, redactText, readStack, redactStack, stackText, type StackFrame } from './failures.ts';
export {
  createWebhooks,
  SIGNATURE_HEADER,
  webhookSignature,
  type WebhookMessage,
  type Webhooks,
  readWebhookTargets,
  type WebhookTarget,
} from './webhook.ts';
