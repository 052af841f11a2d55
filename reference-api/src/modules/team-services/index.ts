import { callOfService, limits, roles } from '@device-console/shared-lib/contract';
import { servicePathPattern } from '@device-console/shared-lib/contract/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import * as v from 'valibot';
import { recordCall, subjectOf } from '../../core/audit/audit.ts';
import { requireAccess, requireCredential, requireOwnUser } from '../../core/calls/access.ts';
import type { Actor, CallContext } from '../../core/calls/context.ts';
import { lastGood, readAnew, readSecrets, signingSecret } from '../../core/configuration/private-file.ts';
import { gatewayAddress, optional, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import { wasNotSent } from '../../core/gateway/not-sent.ts';
import { NotFound, RequestError } from '../../core/errors/request-errors.ts';
import { messageIn } from '../../core/gateway/http-gateway.ts';
import { beforeTheBody } from '../../core/http/before-the-body.ts';
import { handleSealedRequest, type ReceivedRequest } from '../../core/http/envelope.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import { readActingBody } from '../../core/http/read-body.ts';
import { runCall } from '../../core/http/run-call.ts';
import type { ApiModule, ModuleParts } from '../../core/module.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

type TeamService = v.InferOutput<typeof service>;

export type TeamServices = ReadonlyMap<string, TeamService>;

const name = v.pipe(v.string(), v.nonEmpty());
const call = v.strictObject({
  path: v.pipe(v.string(), v.regex(servicePathPattern, 'it must be plain words parted by slashes')),
  changes: v.optional(v.boolean()),
  permission: v.optional(name),
  anyPermission: v.optional(v.pipe(v.array(name), v.nonEmpty())),
  roles: v.optional(v.pipe(v.array(v.picklist(roles)), v.nonEmpty())),
});
const service = v.strictObject({
  url: gatewayAddress,
  secret: signingSecret,
  calls: v.pipe(
    v.array(call),
    v.check((calls) => new Set(calls.map(({ path }) => path)).size === calls.length, 'it lists a path twice'),
  ),
});
const servicesFile = v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'it is no id of a remote')), service);

const HELP = 'must hold {"<remote>": {"url": "https://…", "secret": "whsec_…", "calls": […]}}';

/** Reads SERVICES_FILE. The ConfigurationError never quotes a value: a secret may be in the wrong place. */
export function readServices(path: string): TeamServices {
  const read = readSecrets(path, servicesFile, (fault) => {
    const problem = fault.message.replace(/:? (but )?received .*$/is, '');
    return `${HELP}; ${v.getDotPath(fault) ?? 'the whole'}: ${problem}.`;
  });
  return new Map(Object.entries(read));
}

const serviceReply = v.variant('kind', [
  v.object({ kind: v.literal('answered'), answer: v.unknown() }),
  /** The service says that it did not do it. */
  v.object({ kind: v.literal('refused'), reason: v.string() }),
  /** Nothing of the request has left. */
  v.object({ kind: v.literal('not-sent') }),
  /** The service may have done it. */
  v.object({ kind: v.literal('unknown'), reason: v.string() }),
]);
type ServiceReply = v.InferOutput<typeof serviceReply>;

/** Milliseconds to connect, and from the beginning to the end of an answer. */
interface ServiceWaits {
  readonly connect: number;
  readonly answer: number;
}

/** Shorter than the page waits for the API, so that the page gets an answer. */
const standardWaits: ServiceWaits = { connect: 5_000, answer: 20_000 };

interface ServiceRequest {
  readonly path: string;
  /** A repeated request has the same id. */
  readonly transactionId: string;
  readonly account: { readonly id: number; readonly role: string; readonly permissions: readonly string[] };
  readonly body: object;
}

type ServiceClient = ReturnType<typeof createServiceClient>;

/** With this status the service gave up, so it may have begun. */
const REQUEST_TIMEOUT = 408;

const json = v.pipe(v.string(), v.parseJson());

function replyOf(status: number, text: string): ServiceReply {
  if (status >= 200 && status < 300) {
    const read = v.safeParse(json, text === '' ? 'null' : text);
    return read.success
      ? { kind: 'answered', answer: read.output }
      : { kind: 'unknown', reason: 'its answer is no JSON' };
  }
  const reason = `it answered ${status}`;
  const isRefusal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  return isRefusal ? { kind: 'refused', reason: messageIn(text) || reason } : { kind: 'unknown', reason };
}

const late = v.object({ name: v.literal('TimeoutError') });

function serviceFailure(error: unknown, { answer }: ServiceWaits): ServiceReply {
  if (wasNotSent(error)) return { kind: 'not-sent' };
  const reason = v.is(late, error) ? `no answer within ${answer / 1000} seconds` : 'the connection broke off';
  return { kind: 'unknown', reason };
}

/** Requests, with the account, are signed as Standard Webhooks. Redirects are not followed. */
function createServiceClient(waits: ServiceWaits) {
  const agent = new Agent({
    connections: 16,
    maxResponseSize: limits.bodyBytes,
    connect: { timeout: waits.connect },
  });
  return {
    async send(
      { url, secret }: TeamService,
      { path, transactionId, account, body }: ServiceRequest,
    ): Promise<ServiceReply> {
      const text = JSON.stringify({ call: path, account, body });
      const at = new Date();
      try {
        const response = await request(`${url}/${path}`, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(waits.answer),
          body: text,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'webhook-id': transactionId,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
            'webhook-signature': new Webhook(secret).sign(transactionId, at, text),
          },
        });
        return replyOf(response.statusCode, await response.body.text());
      } catch (error) {
        return serviceFailure(error, waits);
      }
    },
    close: () => agent.destroy(),
  };
}

const outcomeText: Readonly<Record<ServiceReply['kind'], string>> = {
  answered: 'The service has done it.',
  refused: 'The service refused it.',
  'not-sent': 'The service could not be reached, and nothing was sent.',
  unknown: 'It is not known whether the service did it.',
};

/** A change is audited before it is sent, and its result afterwards; of the body, only the device or account. */
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
  const account = { id: actor.accountId, role: actor.userlevel, permissions: actor.permissions };
  const reply = await client.send(service, { path: call.path, transactionId, account, body });
  if (call.changes) await audit(db, reply.kind === 'answered' ? 'success' : 'error', outcomeText[reply.kind]);
  return reply;
}

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
async function runServiceCall(
  parts: RouteParts,
  client: ServiceClient,
  found: Target,
  request: FastifyRequest,
  { transactionId, open }: ReceivedRequest,
): Promise<unknown> {
  const { call, definition } = found;
  let isRepeated = true;
  const given = await runCall(parts, request, { ...definition, transactionId }, async (actor) => {
    const { user, body: sent } = readActingBody(anyBody, await open(), definition.path);
    const body = Object.fromEntries(Object.entries(sent).filter(([field]) => field !== 'user'));
    return {
      body,
      audited: subjectOf(body),
      once: call.changes ?? false,
      audit: 'in-its-transactions',
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

function registerServices(app: FastifyInstance, parts: RouteParts, { settings, raise }: ModuleParts): void {
  if (!settings.teamServices) return;
  const services = lastGood(settings.teamServices, raise);
  const client = createServiceClient(settings.serviceWaits ?? standardWaits);
  app.addHook('onClose', () => client.close());
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
        runServiceCall(parts, client, found, request, received),
      );
    },
  });
}

const variables = { SERVICES_FILE: optional(v.string()) };

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    /** Reads the file anew; undefined: there are none. */
    readonly teamServices: (() => TeamServices) | undefined;
    readonly serviceWaits?: ServiceWaits | undefined;
  }
}

/** Calls of teams' own services, passed on if the administrator lists them. */
export const teamServices = {
  name: 'team-services',
  variables,
  settings: ({ SERVICES_FILE: file }: VariablesOf<typeof variables>) => ({
    teamServices: readAnew('SERVICES_FILE', file, readServices),
  }),
  routes: registerServices,
} as const satisfies ApiModule;
