import { calls, type CallDefinition, type CallName } from '@device-console/shared-lib/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BusinessError, LoginRefused } from '../errors/expected-errors.ts';
import { recordAnonymous } from '../audit/audit.ts';
import { requireAccess, requireOwnUser, requireSomeAccess } from '../calls/access.ts';
import { isItemCall } from '../batches/batch-items.ts';
import { answered, type Actor, type AnonymousCallName, type TokenCallName } from '../calls/context.ts';
import { readingCalls } from '../calls/reading-calls.ts';
import { beforeTheBody } from './before-the-body.ts';
import { bodyLimitOf } from './body-limits.ts';
import { handleSealedRequest, type CallHandler } from './envelope.ts';
import type { RouteParts } from './route-parts.ts';
import { readActingBody, readBody, runRequest, type OwnCall } from './run-authenticated-call.ts';

const isAnonymous = (name: CallName, { anonymousServices }: RouteParts): name is AnonymousCallName =>
  Object.hasOwn(anonymousServices, name);

function anonymousHandler<Name extends AnonymousCallName>(
  { store, platform, anonymousServices }: RouteParts,
  name: Name,
  request: FastifyRequest,
): CallHandler {
  const call = calls[name];
  return async ({ transactionId, open }) => {
    const context = { db: store.db, platform, transactionId, address: request.ip };
    try {
      const body = readBody<(typeof calls)[Name]['body']>(call.body, await open(), call.path);
      return answered(await anonymousServices[name](context, body));
    } catch (error) {
      if (error instanceof LoginRefused)
        await recordAnonymous(context, call.path, error.who, error.outcome, error.reason);
      if (error instanceof BusinessError) return { status: 'error', message: error.message, ...error.fields };
      throw error;
    }
  };
}

/** Pages repeat these automatically: figures, lists that they keep current, and their reports. */
const unaudited: ReadonlySet<TokenCallName> = new Set<TokenCallName>([
  'homeData',
  'homeOverview',
  'commandChanges',
  'platformReport',
  'keepSession',
  'identityOptions',
  'beginSignOnProof',
  'commandUse',
  'operations',
  'operationsCommands',
  'batchRuns',
  'approvals',
  'ownSessions',
]);

/** They have their own transactions, which also write their audit rows. */
const inTheirOwnTransactions: ReadonlySet<TokenCallName> = new Set<TokenCallName>([
  'operationsDecide',
  'changePassword',
  'proveIdentity',
  'proveBySignOn',
  'signOut',
  'decideApproval',
]);

/** They change other accounts, or take away their access. */
const managing: ReadonlySet<TokenCallName> = new Set<TokenCallName>([
  'updateUser',
  'updateUserStatus',
  'updateLoginStatus',
  'changeRole',
  'closeAccount',
  'containAccount',
]);

function auditOf(name: TokenCallName, body: unknown): OwnCall['audit'] {
  if (inTheirOwnTransactions.has(name)) return 'in-its-transactions';
  if (unaudited.has(name)) return 'none';
  if (isItemCall(name, body) || name === 'batchClaim') return 'by-its-service';
  return readingCalls.has(name) ? 'before-its-answer' : 'with-its-writes';
}

function authenticatedHandler<Name extends TokenCallName>(
  parts: RouteParts,
  name: Name,
  request: FastifyRequest,
): CallHandler {
  const { store, platform, services, toldLater } = parts;
  const call = calls[name];
  const { once }: CallDefinition = call;
  const later = toldLater[name];
  return ({ transactionId, open }) =>
    runRequest(parts, request, { ...call, transactionId }, async (actor) => {
      const read = readActingBody<(typeof calls)[Name]['body']>(call.body, await open(), call.path);
      const { user, body } = read;
      return {
        body,
        once: once === 'change' || (once === true && !isItemCall(name, body)),
        isManagement: managing.has(name),
        isSecret: name === 'addUser' || name === 'changePassword',
        remembered: later === undefined ? undefined : () => ({ status: 'success', message: later }),
        audit: auditOf(name, body),
        async authorise() {
          if (call.request !== 'none') requireOwnUser(actor, user);
          requireAccess(actor, call.access, body);
          await platform.factors.requireProof({ db: store.db, platform, actor }, name, body);
        },
        run: async (context) => answered(await services[name](context, body)),
      };
    });
}

/** One handler for all calls of the contract (W1 to W6). */
export function registerCalls(app: FastifyInstance, parts: RouteParts): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const call: CallDefinition = calls[name];
    const isOpen = call.auth === 'none';
    const door = { call, authorise: (actor: Actor) => requireSomeAccess(actor, call.access) };
    app.route({
      method: call.method,
      url: `/${call.path}`,
      bodyLimit: bodyLimitOf(name),
      config: isOpen ? {} : { auditedAs: call.path },
      onRequest: isOpen ? [] : beforeTheBody(parts, () => door),
      handler: async (request, reply) => {
        const handler = isAnonymous(name, parts)
          ? anonymousHandler(parts, name, request)
          : authenticatedHandler(parts, name, request);
        const sealed = await handleSealedRequest(parts, call, request, reply, handler);
        if (call.once !== false) parts.wake();
        return sealed;
      },
    });
  }
}
