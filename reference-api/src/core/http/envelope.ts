import { type EnvelopeCodec, EnvelopeError } from '@device-console/shared-lib/crypto';
import { type CallDefinition, TRANSACTION_ID_HEADER } from '@device-console/shared-lib/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Readable } from 'node:stream';
import { MalformedRequest, RequestError } from '../errors/request-errors.ts';
import { StreamedAnswer } from '../calls/context.ts';
import { logRefusal } from './error-handlers.ts';
import type { RouteParts } from './route-parts.ts';

const transactionId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
const sealedBody = v.object({ payload: v.string(), transactionId });

/** Its transactionId is known, so its answer can be sealed. */
export interface ReceivedRequest {
  readonly transactionId: string;
  /** Throws MalformedRequest if the body cannot be opened. */
  open(): Promise<unknown>;
}

/** Reads a request before its envelope is opened (D1). */
export function readRequest(codec: EnvelopeCodec, call: CallDefinition, request: FastifyRequest): ReceivedRequest {
  if (call.request !== 'sealed') {
    const header = v.safeParse(transactionId, request.headers[TRANSACTION_ID_HEADER.toLowerCase()]);
    if (!header.success)
      throw new MalformedRequest(
        `The header ${TRANSACTION_ID_HEADER} is missing or is not an id of 8 to 64 letters, digits and dashes.`,
      );
    request.transactionId = header.output;
    return { transactionId: header.output, open: () => Promise.resolve(request.body ?? {}) };
  }
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

export type CallHandler = (request: ReceivedRequest) => Promise<unknown>;

/** Seals the answer, and errors, if the call seals them; any other error goes on to the error handler. */
export async function handleSealedRequest(
  parts: RouteParts,
  call: CallDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: CallHandler,
): Promise<unknown> {
  const received = readRequest(parts.codec, call, request);
  const { method, path } = call;
  const context = { direction: 'reply', method, path, transactionId: received.transactionId } as const;
  const seal = async (answer: unknown) => (call.reply === 'plain' ? answer : parts.codec.seal(answer, context));
  try {
    const answer = await handler(received);
    if (!(answer instanceof StreamedAnswer)) return await seal(answer);
    // An error half-way breaks the connection, so that nobody takes the beginning for the whole.
    const sealed = Readable.from(parts.sealer.seal(answer.text, context), { objectMode: false });
    return reply.type('application/json; charset=utf-8').send(sealed);
  } catch (error) {
    if (!(error instanceof RequestError) || !error.sealed) throw error;
    logRefusal(request, error);
    void reply.code(error.statusCode).headers(error.headers);
    return seal({ status: 'error', message: error.message, ...error.fields });
  }
}
