import type { CallDefinition } from '@device-console/shared-lib/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { RequestError } from '../errors/request-errors.ts';
import { StreamedAnswer } from '../calls/context.ts';
import { readRequest, sealReply, type ReceivedRequest } from './envelope.ts';
import type { RouteParts } from './route-parts.ts';

/** Returns the call's answer, unsealed. */
export type CallHandler = (request: ReceivedRequest) => Promise<unknown>;

/** An error half-way breaks the connection, so that nobody takes the beginning for the whole. */
function sendStream(
  { sealer }: RouteParts,
  { method, path }: CallDefinition,
  transactionId: string,
  reply: FastifyReply,
  { text }: StreamedAnswer,
) {
  const sealed = sealer.seal(text, { direction: 'reply', method, path, transactionId });
  return reply.type('application/json; charset=utf-8').send(Readable.from(sealed, { objectMode: false }));
}

/**
 * The reply to a request, sealed if the call seals. An error that the call seals becomes a reply; any other goes on to
 * the error handler.
 */
export async function handleSealedRequest(
  parts: RouteParts,
  call: CallDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: CallHandler,
): Promise<unknown> {
  const received = readRequest(parts.codec, call, request);
  const { transactionId } = received;
  try {
    const answer = await handler(received);
    if (answer instanceof StreamedAnswer) return sendStream(parts, call, transactionId, reply, answer);
    return await sealReply(parts.codec, call, transactionId, answer);
  } catch (error) {
    if (!(error instanceof RequestError) || !error.sealed) throw error;
    request.log.info({ status: error.statusCode, reason: 'reason' in error ? error.reason : undefined }, 'refused');
    void reply.code(error.statusCode).headers(error.headers);
    return sealReply(parts.codec, call, transactionId, {
      status: 'error',
      message: error.message,
      ...error.fields,
    });
  }
}
