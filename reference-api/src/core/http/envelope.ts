import { EnvelopeError, type EnvelopeCodec } from '@device-console/shared-lib/crypto';
import { TRANSACTION_ID_HEADER, type CallDefinition } from '@device-console/shared-lib/contract';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { MalformedRequest } from '../errors/request-errors.ts';

const transactionId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
const sealedBody = v.object({ payload: v.string(), transactionId });

/** Its transactionId is known, so its answer can be sealed. */
export interface ReceivedRequest {
  readonly transactionId: string;
  /** Throws MalformedRequest if the body cannot be opened. */
  open(): Promise<unknown>;
}

function identifiedByHeader(request: FastifyRequest, open: () => Promise<unknown>): ReceivedRequest {
  const header = v.safeParse(transactionId, request.headers[TRANSACTION_ID_HEADER.toLowerCase()]);
  if (!header.success)
    throw new MalformedRequest(
      `The header ${TRANSACTION_ID_HEADER} is missing or is not an id of 8 to 64 letters, digits and dashes.`,
    );
  request.transactionId = header.output;
  return { transactionId: header.output, open };
}

/** Reads a request before its envelope is opened (D1). */
export function readRequest(codec: EnvelopeCodec, call: CallDefinition, request: FastifyRequest): ReceivedRequest {
  if (call.request !== 'sealed') return identifiedByHeader(request, () => Promise.resolve(request.body ?? {}));
  const body = v.safeParse(sealedBody, request.body);
  if (!body.success)
    throw new MalformedRequest(`${call.method} ${call.path}: the body must be { payload, transactionId }.`);
  const sealed = body.output;
  request.transactionId = sealed.transactionId;
  return {
    transactionId: sealed.transactionId,
    async open() {
      try {
        return await codec.open(sealed, {
          direction: 'request',
          method: call.method,
          path: call.path,
          transactionId: sealed.transactionId,
        });
      } catch (error) {
        if (error instanceof EnvelopeError) throw new MalformedRequest(error.message, { cause: error });
        throw error;
      }
    },
  };
}

export function sealReply(codec: EnvelopeCodec, call: CallDefinition, id: string, answer: unknown): Promise<unknown> {
  if (call.reply === 'plain') return Promise.resolve(answer);
  return codec.seal(answer, { direction: 'reply', method: call.method, path: call.path, transactionId: id });
}
