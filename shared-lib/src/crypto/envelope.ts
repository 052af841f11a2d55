import { holdsLongText, jsonPieces, pageClock, Slices } from '../async/index.ts';
import { utf8Bytes, utf8Text, type Bytes } from './platform.ts';

/** A body as it goes over the wire (W2): the sealed text, and the id that ties a reply to its request. */
export interface SealedBody {
  readonly payload: string;
  readonly transactionId: string;
}

/** What a sealed body belongs to: v1 authenticates all four, so it opens for no other call or direction (D1). */
export interface EnvelopeContext {
  readonly direction: 'request' | 'reply';
  /** HTTP method in capitals. */
  readonly method: string;
  /** The contract's path, without base and query. */
  readonly path: string;
  /** The id of the request, also for its reply. */
  readonly transactionId: string;
}

/** Seals and opens bodies (W2, D1, D1a). One codec serves a whole page or server and derives its keys once. */
export interface EnvelopeCodec {
  /** Seals a JSON value. Throws TypeError for what JSON cannot express, such as undefined. */
  seal(value: unknown, context: EnvelopeContext): Promise<SealedBody>;
  /** Throws {@link EnvelopeError}. */
  open(sealed: SealedBody, context: EnvelopeContext): Promise<unknown>;
  /** The text of a sealed body, which `open` parses as JSON. Throws {@link EnvelopeError}. */
  openText(sealed: SealedBody, context: EnvelopeContext): Promise<string>;
}

/** Where the cryptography runs: natively, or in JavaScript (D9b, D24a). */
export type EnvelopeEngine = 'webcrypto' | 'crypto-js';

/** Why a body could not be opened. `not-authentic`: altered, of another call, or sealed with another key. */
export type EnvelopeFailure = 'malformed' | 'not-authentic' | 'wrong-transaction' | 'not-json';

const explanations: Readonly<Record<EnvelopeFailure, string>> = {
  malformed: 'the payload does not have the form of this codec; check that client and server use the same codec',
  'not-authentic':
    'the payload was altered, belongs to another call, or was sealed with another key; check that client and ' +
    'server have the same shared key',
  'wrong-transaction': 'the transactionId is not that of the request; the answer of another request was refused',
  'not-json': 'the opened payload is not JSON; check that client and server have the same shared key',
};

/** A sealed body that could not be opened (W5). The message names the call and what to check. */
export class EnvelopeError extends Error {
  readonly reason: EnvelopeFailure;

  constructor(reason: EnvelopeFailure, context: EnvelopeContext, options?: ErrorOptions) {
    super(`${context.method} ${context.path}, ${context.direction}: ${explanations[reason]}.`, options);
    this.name = 'EnvelopeError';
    this.reason = reason;
  }
}

/** Seals and opens bytes: what distinguishes the codecs. */
interface ByteCodec {
  seal(plain: Bytes, context: EnvelopeContext): Promise<string>;
  /** Throws {@link EnvelopeError}. */
  open(sealed: SealedBody, context: EnvelopeContext): Promise<Bytes>;
}

/** A codec for JSON values. */
export function jsonCodec({ seal, open }: ByteCodec): EnvelopeCodec {
  /** Bytes that are no text were sealed with another key. */
  async function parsed<Value>(
    sealed: SealedBody,
    context: EnvelopeContext,
    parse: (text: string) => Value,
  ): Promise<Value> {
    const plain = await open(sealed, context);
    try {
      return parse(utf8Text(plain));
    } catch (cause) {
      throw new EnvelopeError('not-json', context, { cause });
    }
  }
  return {
    openText: (sealed, context) => parsed(sealed, context, (text) => text),
    open: (sealed, context) => parsed<unknown>(sealed, context, JSON.parse),
    async seal(value, context) {
      const plain = await utf8BytesInSlices(jsonTextPieces(value, context));
      return { payload: await seal(plain, context), transactionId: context.transactionId };
    },
  };
}

/** JSON text of a value, in pieces if it contains a long text. Throws TypeError for what JSON cannot express. */
function jsonTextPieces(value: unknown, context: EnvelopeContext): Iterable<string> {
  if (holdsLongText(value)) return jsonPieces(value);
  const text: unknown = JSON.stringify(value);
  if (typeof text === 'string') return [text];
  throw new TypeError(
    `${context.method} ${context.path}, ${context.direction}: ${typeof value} cannot be sealed; give a JSON ` +
      'value, for an empty body {}.',
  );
}

/** UTF-8 bytes of a text in pieces, in slices if many, so that a million IMEIs do not block the page. */
export async function utf8BytesInSlices(pieces: Iterable<string>): Promise<Bytes> {
  const slices = new Slices(pageClock);
  const parts: Bytes[] = [];
  for (const piece of pieces) {
    parts.push(utf8Bytes(piece));
    await slices.pauseIfOver();
  }
  const [first] = parts;
  if (first && parts.length === 1) return first;
  await slices.pause();
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
    await slices.pauseIfOver();
  }
  await slices.pause();
  return whole;
}
