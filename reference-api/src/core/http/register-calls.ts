import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { BusinessError, LoginRefused } from '../errors/expected-errors.ts';
import { recordAnonymous } from '../audit/audit.ts';
import { requireAccess, requireOwnUser, requireSomeAccess } from '../calls/access.ts';
import type { AnonymousCall, CallAudit, TokenCall } from '../calls/call.ts';
import { answered, type Actor, type AnonymousCallName, type TokenCallName } from '../calls/context.ts';
import { beforeTheBody } from './before-the-body.ts';
import { handleSealedRequest, type CallHandler } from './envelope.ts';
import { readActingBody, readBody } from './read-body.ts';
import type { RouteParts } from './route-parts.ts';
import { runCall } from './run-call.ts';

function anonymousHandler<Name extends AnonymousCallName>(
  { store, platform }: RouteParts,
  name: Name,
  { run }: AnonymousCall<Name>,
  request: FastifyRequest,
): CallHandler {
  const call = calls[name];
  return async ({ transactionId, open }) => {
    const context = { db: store.db, platform, transactionId, address: request.ip };
    try {
      const body = readBody<(typeof calls)[Name]['body']>(call.body, await open(), call.path);
      return answered(await run(context, body));
    } catch (error) {
      if (error instanceof LoginRefused)
        await recordAnonymous(context, call.path, error.who, error.outcome, error.reason);
      if (error instanceof BusinessError) return { status: 'error', message: error.message, ...error.fields };
      throw error;
    }
  };
}

/** The items of a batch each have an id of their own (D2c). */
const isOnce = ({ once }: CallDefinition, audit: CallAudit): boolean =>
  once === 'change' || (once === true && audit !== 'by-its-service');

function tokenHandler<Name extends TokenCallName>(
  parts: RouteParts,
  name: Name,
  { run, ...traits }: TokenCall<Name>,
  request: FastifyRequest,
): CallHandler {
  const { store, platform } = parts;
  const call = calls[name];
  return ({ transactionId, open }) =>
    runCall(parts, request, { ...call, transactionId }, async (actor) => {
      const { user, body } = readActingBody<(typeof calls)[Name]['body']>(call.body, await open(), call.path);
      const audit = typeof traits.audit === 'function' ? traits.audit(body) : traits.audit;
      return {
        ...traits,
        body,
        audit,
        once: isOnce(call, audit),
        async authorise() {
          if (call.request !== 'none') requireOwnUser(actor, user);
          requireAccess(actor, call.access, body);
          await platform.factors.requireProof({ db: store.db, platform, actor }, name, body);
        },
        run: async (context) => answered(await run(context, body)),
      };
    });
}

/** One handler for all calls of the contract that core and modules have (W1 to W6). */
export function registerCalls(app: FastifyInstance, parts: RouteParts): void {
  const register = (
    call: CallDefinition,
    mostBytes: number,
    handlerOf: (request: FastifyRequest) => CallHandler,
    more: Pick<RouteShorthandOptions, 'config' | 'onRequest'> = {},
  ): void => {
    app.route({
      ...more,
      method: call.method,
      url: `/${call.path}`,
      bodyLimit: mostBytes,
      handler: async (request, reply) => {
        const sealed = await handleSealedRequest(parts, call, request, reply, handlerOf(request));
        if (call.once !== false) parts.wake();
        return sealed;
      },
    });
  };
  const registerAnonymous = <Name extends AnonymousCallName>(name: Name): void => {
    const known: AnonymousCall<Name> | undefined = parts.anonymousCalls[name];
    if (known) register(calls[name], known.mostBytes, (request) => anonymousHandler(parts, name, known, request));
  };
  const registerWithToken = <Name extends TokenCallName>(name: Name): void => {
    const known: TokenCall<Name> | undefined = parts.tokenCalls[name];
    if (!known) return;
    const call: CallDefinition = calls[name];
    const door = { call, authorise: (actor: Actor) => requireSomeAccess(actor, call.access) };
    register(call, known.mostBytes, (request) => tokenHandler(parts, name, known, request), {
      config: { auditedAs: call.path },
      onRequest: beforeTheBody(parts, () => door),
    });
  };
  for (const name of Object.keys(parts.anonymousCalls) as AnonymousCallName[]) registerAnonymous(name);
  for (const name of Object.keys(parts.tokenCalls) as TokenCallName[]) registerWithToken(name);
}
