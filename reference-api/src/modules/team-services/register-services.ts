import { callOfService, limits } from '@device-console/shared-lib/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { NotFound, RequestError } from '../../core/errors/request-errors.ts';
import { requireAccess, requireOwnUser, requireCredential } from '../../core/calls/access.ts';
import { subjectOf, recordCall } from '../../core/audit/audit.ts';
import type { Actor, CallContext } from '../../core/calls/context.ts';
import { type ServiceClient, serviceReply, type ServiceReply, type TeamServices } from './index.ts';
import { beforeTheBody } from '../../core/http/before-the-body.ts';
import { handleSealedRequest, type ReceivedRequest } from '../../core/http/envelope.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import { readActingBody, runRequest } from '../../core/http/run-authenticated-call.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

const outcomeText: Readonly<Record<ServiceReply['kind'], string>> = {
  answered: 'The service has done it.',
  refused: 'The service refused it.',
  'not-sent': 'The service could not be reached, and nothing was sent.',
  unknown: 'It is not known whether the service did it.',
};

/**
 * Passes a call on to a team's service, once. A change is audited before it is sent, and its result afterwards. Of the
 * body the audit keeps only the device or account.
 */
async function passOn(
  client: ServiceClient,
  { remote, service, call, definition }: Target,
  context: CallContext,
  body: object,
): Promise<ServiceReply> {
  const { db, actor, transactionId } = context;
  const audit = (to: Database, outcome: 'success' | 'error', message: string): Promise<void> =>
    recordCall({ ...context, db: to }, { call: definition.path, body: subjectOf(body), outcome, message });
  if (call.changes)
    await inTransaction(db, async (tx) => {
      await requireCredential(tx, actor);
      await audit(tx, 'success', `Passed on to the service of ${remote}.`);
    });
  const { accountId: id, userlevel: role, permissions } = actor;
  const account = { id, role, permissions };
  const reply = await client.send(service, { path: call.path, transactionId, account, body });
  if (call.changes) await audit(db, reply.kind === 'answered' ? 'success' : 'error', outcomeText[reply.kind]);
  return reply;
}

/** 502: the service did not say whether it has done it. */
class ServiceUnanswered extends RequestError {
  override readonly statusCode = 502;
}

/** Most characters of a message: a service may send more. */
const MESSAGE_LENGTH = 500;

const parameters = v.object({ remote: v.string(), '*': v.string() });
const anyBody = v.record(v.string(), v.unknown());
/** The API does not check bodies and answers: the page and the service do, with the team's schemas. */
const anything = { '~standard': { validate: (value: unknown) => ({ value: Object(value) as object }) } };

type Target = ReturnType<typeof targetOf>;

/** Finds the call that a request is for; throws NotFound if the administrator does not list it. */
function targetOf(services: TeamServices, { params }: FastifyRequest) {
  const { remote, '*': wanted } = v.parse(parameters, params);
  const service = services.get(remote);
  const call = service?.calls.find(({ path }) => path === wanted);
  if (!service || !call) throw new NotFound('There is no such call of a service here.');
  const definition = callOfService<object, unknown>(remote, { ...call, body: anything, answer: anything });
  return { remote, service, call, definition };
}

/** Answers the page from a reply. Says that nothing was done only if that is certain. Throws ServiceUnanswered. */
function answerTo({ remote, call }: Target, reply: ServiceReply, isRepeated: boolean): unknown {
  const service = `the service of ${remote}`;
  if (reply.kind === 'answered') return { status: 'success', message: '', answer: reply.answer };
  if (reply.kind === 'refused') return refusal(`The service of ${remote} refused this: ${reply.reason}`);
  if (reply.kind === 'not-sent')
    return refusal(`The service of ${remote} could not be reached, and nothing was sent. Please try again later.`);
  if (!call.changes)
    throw new ServiceUnanswered(`The service of ${remote} gave no answer (${reply.reason}). Please try again.`);
  if (isRepeated)
    return refusal(
      `This was passed on before by the same request, and it is not known whether ${service} did it. ` +
        'Nothing was sent now. Look there, then send it again.',
    );
  throw new ServiceUnanswered(
    `It is not known whether ${service} did this: ${reply.reason}. Look there before you send it again.`,
  );
}

const refusal = (message: string) => ({ status: 'error', message: message.slice(0, MESSAGE_LENGTH) });

/** Runs a call for its caller; an answer of this API's own, such as a refusal, is returned as it is. */
async function runCall(
  parts: RouteParts,
  client: ServiceClient,
  found: Target,
  request: FastifyRequest,
  { transactionId, open }: ReceivedRequest,
): Promise<unknown> {
  const { call, definition } = found;
  let isRepeated = true;
  const given = await runRequest(parts, request, { ...definition, transactionId }, async (actor) => {
    const { user, body: sent } = readActingBody(anyBody, await open(), definition.path);
    const body = Object.fromEntries(Object.entries(sent).filter(([field]) => field !== 'user'));
    return {
      body,
      audited: subjectOf(body),
      once: call.changes ?? false,
      audit: 'none',
      authorise() {
        requireOwnUser(actor, user);
        requireAccess(actor, definition.access, {});
      },
      run(context) {
        isRepeated = false;
        return passOn(client, found, context, body);
      },
    };
  });
  const reply = v.safeParse(serviceReply, given);
  return reply.success ? answerTo(found, reply.output, isRepeated) : given;
}

/** Registers the route that passes on calls which the administrator lists and the caller's rights allow. */
export function registerServices(
  app: FastifyInstance,
  parts: RouteParts,
  services: () => TeamServices,
  client: ServiceClient,
): void {
  const doorOf = (request: FastifyRequest) => {
    const { definition } = targetOf(services(), request);
    return { call: definition, authorise: (actor: Actor) => requireAccess(actor, definition.access, {}) };
  };
  app.route({
    method: 'POST',
    url: '/services/:remote/*',
    bodyLimit: limits.bodyBytes,
    config: { auditedAs: 'services' },
    onRequest: beforeTheBody(parts, doorOf),
    handler: (request, reply) => {
      const found = targetOf(services(), request);
      return handleSealedRequest(parts, found.definition, request, reply, (received) =>
        runCall(parts, client, found, request, received),
      );
    },
  });
}
