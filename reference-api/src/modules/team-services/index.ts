import * as v from 'valibot';
import { limits, roles } from '@device-console/shared-lib/contract';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { messageIn } from '../../core/gateway/http-gateway.ts';
import { servicePathPattern } from '@device-console/shared-lib/contract/server';
import { readSecrets, signingSecret } from '../../core/configuration/private-file.ts';
import { gatewayAddress, optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

/** `url` has no trailing slash; requests to it are signed with `secret`, `whsec_…`. */
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

export const serviceReply = v.variant('kind', [
  v.object({ kind: v.literal('answered'), answer: v.unknown() }),
  /** The service says that it did not do it. */
  v.object({ kind: v.literal('refused'), reason: v.string() }),
  /** Nothing of the request has left. */
  v.object({ kind: v.literal('not-sent') }),
  /** The service may have done it. */
  v.object({ kind: v.literal('unknown'), reason: v.string() }),
]);
export type ServiceReply = v.InferOutput<typeof serviceReply>;

/** Milliseconds to connect, and from the beginning to the end of an answer. */
export interface ServiceWaits {
  readonly connect: number;
  readonly answer: number;
}

/** Shorter than the page waits for the API, so that the page gets an answer. */
const standardWaits: ServiceWaits = { connect: 5_000, answer: 20_000 };

/** A request to a service; all of it is signed. */
interface ServiceRequest {
  readonly path: string;
  /** A repeated request has the same id. */
  readonly transactionId: string;
  readonly account: { readonly id: number; readonly role: string; readonly permissions: readonly string[] };
  readonly body: object;
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

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
  const said = messageIn(text);
  const reason = said === '' ? `it answered ${status}` : said;
  const isRefusal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  return isRefusal ? { kind: 'refused', reason } : { kind: 'unknown', reason: `it answered ${status}` };
}

/** Failures to connect, before anything is sent. */
const connecting = v.union([
  // A name with several addresses has the errors of all.
  v.object({ name: v.literal('AggregateError') }),
  v.object({ syscall: v.picklist(['connect', 'getaddrinfo']) }),
  v.object({ code: v.literal('UND_ERR_CONNECT_TIMEOUT') }),
  v.object({ code: v.pipe(v.string(), v.regex(/^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/)) }),
]);

const late = v.object({ name: v.literal('TimeoutError') });

function failureOf(error: unknown, { answer }: ServiceWaits): ServiceReply {
  if (v.is(connecting, error)) return { kind: 'not-sent' };
  const reason = v.is(late, error) ? `no answer within ${answer / 1000} seconds` : 'the connection broke off';
  return { kind: 'unknown', reason };
}

/**
 * Makes the client. Requests, including the account, are signed as Standard Webhooks. It follows no redirect: they go
 * only to the listed address.
 */
export function createServiceClient(waits: ServiceWaits = standardWaits) {
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
        return failureOf(error, waits);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Calls of teams' own services, passed on if the administrator lists them. */
export const teamServices = {
  name: 'team-services',
  variables: {
    SERVICES_FILE: optional(v.string()),
  },
} as const satisfies ApiModule;
