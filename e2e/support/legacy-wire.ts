import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';

/** A request as the back end's log has it, its body opened. */
export interface LegacyRequest {
  /** Method and path below the API's base; of anything else the whole path. */
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export const sharedKey = 'a passphrase of the year 2014';
export const apiPath = '/panel/api/';

const codec = createEnvelopeCodec({ codec: 'legacy-cryptojs', sharedKey });
const context = { method: '', path: '', transactionId: '' };

async function bytesOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function formOf(bytes: Buffer<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of await new Response(bytes, { headers: { 'Content-Type': type } }).formData()) {
    fields[name] = typeof value === 'string' ? value : { name: value.name, text: await value.text() };
  }
  return fields;
}

async function bodyOf(message: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await bytesOf(message);
  const type = message.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return formOf(bytes, type);
  if (bytes.length === 0) return {};
  const json = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  if (typeof json['payload'] !== 'string') return json;
  return (await (
    await codec
  ).open({ payload: json['payload'], transactionId: '' }, { ...context, direction: 'request' })) as Record<
    string,
    unknown
  >;
}

/** Reads a request: sealed, plain JSON or a form. */
export async function readRequest(message: IncomingMessage): Promise<LegacyRequest> {
  const path = decodeURIComponent(message.url ?? '/');
  const below = path.startsWith(apiPath) ? path.slice(apiPath.length) : path;
  return { call: `${message.method ?? ''} ${below}`, headers: message.headers, body: await bodyOf(message) };
}

/**
 * What PHP sends with everything: it takes JSON for a page, starts a session of its own, and lets any page ask.
 * `Connection: close` is what docs/operations.md asks of such a server: on a connection that is used again,
 * browsers repeat a lost POST by themselves.
 */
export const phpHeaders = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Set-Cookie': 'PHPSESSID=0123456789; path=/',
  'X-Powered-By': 'PHP/7.4.33',
  Connection: 'close',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key',
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
};

/** Seals text as PHP's openssl_encrypt does for CryptoJS: a salt, and key and IV by MD5 of passphrase and salt. */
export function sealText(text: string): string {
  const salt = randomBytes(8);
  let [digest, derived] = [Buffer.alloc(0), Buffer.alloc(0)];
  while (derived.length < 48) {
    digest = createHash('md5')
      .update(Buffer.concat([digest, Buffer.from(sharedKey), salt]))
      .digest();
    derived = Buffer.concat([derived, digest]);
  }
  const cipher = createCipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48));
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}
