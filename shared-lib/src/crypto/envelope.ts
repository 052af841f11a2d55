import { holdsLongText, jsonPieces } from '../async/index.ts';
import { utf8Text, type Bytes } from './platform.ts';

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

/** A codec's `open`, by its `openText`. Throws {@link EnvelopeError}. */
export async function openJson(
  { openText }: Pick<EnvelopeCodec, 'openText'>,
  sealed: SealedBody,
  context: EnvelopeContext,
): Promise<unknown> {
  const text = await openText(sealed, context);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EnvelopeError('not-json', context, { cause });
  }
}

/** The text of opened bytes. Throws {@link EnvelopeError} if they are not text, as with another key. */
export function openedText(plain: Bytes, context: EnvelopeContext): string {
  try {
    return utf8Text(plain);
  } catch (cause) {
    throw new EnvelopeError('not-json', context, { cause });
  }
}

/** JSON text of a value. Throws TypeError for a value that JSON cannot express. */
export function jsonText(value: unknown, context: EnvelopeContext): string {
  const text: unknown = JSON.stringify(value);
  if (typeof text !== 'string') {
    throw new TypeError(
      `${context.method} ${context.path}, ${context.direction}: ${typeof value} cannot be sealed; give a JSON ` +
        'value, for an empty body {}.',
    );
  }
  return text;
}

/**
 * JSON text of a value, in pieces if it contains a long text. Throws TypeError for a value that JSON cannot express.
 */
export function jsonTextPieces(value: unknown, context: EnvelopeContext): Iterable<string> {
  return holdsLongText(value) ? jsonPieces(value) : [jsonText(value, context)];
}
