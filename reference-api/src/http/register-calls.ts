import { calls, type CallDefinition, type CallName } from '@device-console/shared-lib/contract';
import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { requireAccess, requireOwnUser } from '../services/access.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousCallName, AnonymousContext, CallContext, Platform, TokenCallName } from '../services/context.ts';
import { anonymousServices, readingCalls, services } from '../services/index.ts';
import { StreamedAnswer } from '../services/streamed-answer.ts';
import type { Store } from '../store/store.ts';
import { authenticate } from './authenticate.ts';
import { parseBody, runTokenCall, type TokenCall } from './call-runner.ts';
import { receive, sealAnswer, type Received } from './envelope.ts';
import { RequestError } from '../errors/request-errors.ts';
import type { StreamSealer } from './stream-sealer.ts';

/** What routes need. */
export interface RouteParts {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  readonly sealer: StreamSealer;
  readonly platform: Platform;
  /** Tells the worker that a command may have been queued. */
  wake(): void;
}

const SMALL_BODY = 256 * 1024;
// A million IMEIs with their commas are 16 MB, in base64 inside the envelope a third more.
const LIST_BODY = 32 * 1024 * 1024;

const userField = v.object({ user: v.optional(v.string()) });

type Answering = (received: Received) => Promise<unknown>;

function isAnonymous(name: CallName): name is AnonymousCallName {
  return Object.hasOwn(anonymousServices, name);
}

function answerAnonymous<Name extends AnonymousCallName>(
  parts: RouteParts,
  name: Name,
  request: FastifyRequest,
): Answering {
  const call = calls[name];
  return async ({ transactionId, open }) => {
    const context: AnonymousContext = {
      db: parts.store.db,
      platform: parts.platform,
      transactionId,
      address: request.ip,
    };
    try {
      return await anonymousServices[name](
        context,
        parseBody<(typeof calls)[Name]['body']>(call.body, await open(), call.path),
      );
    } catch (error) {
      if (error instanceof BusinessError) return { status: 'error', message: error.message };
      throw error;
    }
  };
}

/** Calls that the page makes by itself: the figures of Home, and reports of what it met. */
const unaudited: ReadonlySet<TokenCallName> = new Set<TokenCallName>(['homeData', 'platformReport']);

/** Every call is audited but those that come by themselves. */
function auditOf(name: TokenCallName): TokenCall['audit'] {
  if (unaudited.has(name)) return 'none';
  return readingCalls.has(name) ? 'before-its-answer' : 'with-its-writes';
}

function answerWithToken<Name extends TokenCallName>(
  parts: RouteParts,
  name: Name,
  request: FastifyRequest,
): Answering {
  const call = calls[name];
  const { store, platform } = parts;
  return async ({ transactionId, open }) => {
    const actor = await authenticate(store.db, platform.clock, request, { path: call.path, transactionId });
    const raw = await open();
    const body = parseBody<(typeof calls)[Name]['body']>(call.body, raw, call.path);
    const { user } = parseBody(userField, raw, call.path);
    return runTokenCall(store.db, platform, {
      method: call.method,
      path: call.path,
      actor,
      transactionId,
      address: request.ip,
      body,
      once: call.once,
      audit: auditOf(name),
      authorise() {
        if (call.request !== 'none') requireOwnUser(actor, user);
        requireAccess(actor, call.access, body);
      },
      run: (context: CallContext) => services[name](context, body),
    });
  };
}

/**
 * Sends an answer as it is made. An error half-way breaks the connection off, so that nobody takes the beginning for
 * the whole.
 */
function sendStream(
  { sealer }: RouteParts,
  { method, path }: CallDefinition,
  { transactionId }: Received,
  reply: FastifyReply,
  { text }: StreamedAnswer,
) {
  const sealed = sealer.seal(text, { direction: 'reply', method, path, transactionId });
  return reply.type('application/json; charset=utf-8').send(Readable.from(sealed, { objectMode: false }));
}

/**
 * Gives a call's answer, sealed where the call seals; an error that the call seals is answered here, any other by the
 * error handler.
 */
async function answer(
  parts: RouteParts,
  call: CallDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
): Promise<unknown> {
  const received = receive(parts.codec, call, request);
  try {
    const given = await answering(received);
    if (given instanceof StreamedAnswer) return sendStream(parts, call, received, reply, given);
    return await sealAnswer(parts.codec, call, received.transactionId, given);
  } catch (error) {
    if (!(error instanceof RequestError) || !error.sealed) throw error;
    request.log.info({ status: error.statusCode, reason: 'reason' in error ? error.reason : undefined }, 'refused');
    void reply.code(error.statusCode).headers(error.headers);
    return sealAnswer(parts.codec, call, received.transactionId, {
      status: 'error',
      message: error.message,
      ...error.fields,
    });
  }
}

/** One route for each call of the contract, all by one handler (W1 to W6). */
export function registerCalls(app: FastifyInstance, parts: RouteParts): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const call: CallDefinition = calls[name];
    app.route({
      method: call.method,
      url: `/${call.path}`,
      bodyLimit: name === 'updateCommandOnServer' ? LIST_BODY : SMALL_BODY,
      handler: async (request, reply) => {
        const answering = isAnonymous(name)
          ? answerAnonymous(parts, name, request)
          : answerWithToken(parts, name, request);
        const sealed = await answer(parts, call, request, reply, answering);
        if (call.once) parts.wake();
        return sealed;
      },
    });
  }
}
