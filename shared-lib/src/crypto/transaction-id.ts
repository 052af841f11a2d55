import { platformSubtle, platformUuid, randomBytes, utf8Bytes, type Bytes } from './platform.ts';

/** Namespace of the UUIDs v5 of batch items (D2). Fixed for ever: a changed one would send resumed batches twice. */
export const BATCH_ITEM_NAMESPACE = '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6';

const namespaceBytes = Uint8Array.from(BATCH_ITEM_NAMESPACE.replaceAll('-', '').match(/../g) ?? [], (pair) =>
  Number.parseInt(pair, 16),
);

function uuidOf(bytes: Bytes, version: 4 | 5): string {
  const marked = bytes.slice(0, 16);
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4);
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A new transactionId: a UUID v4, also where the page is no secure context (D2, D9b). */
export function newTransactionId(): string {
  return platformUuid() ?? uuidOf(randomBytes(new Uint8Array(16)), 4);
}

async function sha1(data: Bytes): Promise<Bytes> {
  const subtle = platformSubtle();
  if (subtle) return new Uint8Array(await subtle.digest('SHA-1', data));
  return (await import('./crypto-js-sha1.ts')).sha1ByCryptoJs(data);
}

/**
 * The transactionId of one IMEI's command in a batch: a UUID v5 over `batchId|imei|action`, so that a resend after a
 * crash carries the same id and the server dispatches nothing twice (D2).
 */
export async function batchItemTransactionId(batchId: string, imei: string, action: string): Promise<string> {
  const name = utf8Bytes(`${batchId}|${imei}|${action}`);
  const data = new Uint8Array(namespaceBytes.length + name.length);
  data.set(namespaceBytes);
  data.set(name, namespaceBytes.length);
  return uuidOf(await sha1(data), 5);
}
