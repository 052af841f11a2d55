import * as v from 'valibot';
import type { Access } from '../permissions.ts';
import type { CallDefinition } from './call-definition.ts';

/** The data of a call of a team's own service: declared by its remote, and listed at the API (SERVICES_FILE). */
export interface ServiceCallData extends Access {
  /** Plain words separated by slashes; the same below the service's address and `services/<remote>/`. */
  readonly path: string;
  /** It changes something: it is audited, and passed on once per transactionId. */
  readonly changes?: boolean | undefined;
}

/**
 * A call of a team's own service, which the API passes on if its access allows; without access, for every session.
 * `user` is not a field of the body: the console adds it (W4).
 */
export interface ServiceCall<Body extends object = object, Answer = unknown> extends ServiceCallData {
  readonly body: StandardSchema<Body>;
  readonly answer: StandardSchema<Answer>;
}

/** Matches the `path` of a service's call: it needs no decoding and cannot lead elsewhere. */
export const servicePathPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/i;

/** The console call for a team's call, with the service's answer in its own field. */
export function callOfService<Body extends object, Answer>(
  remote: string,
  { path, changes = false, body, answer, permission, anyPermission, roles }: ServiceCall<Body, Answer>,
) {
  return {
    method: 'POST',
    path: `services/${remote}/${path}`,
    auth: 'token',
    request: 'sealed',
    reply: 'sealed',
    access: { permission, anyPermission, roles },
    once: changes ? 'change' : false,
    body: fitting(body),
    answer: v.object({ answer: fitting(answer) }),
    beyond: true,
  } as const satisfies CallDefinition;
}

const stated = v.object({ message: v.string() });

function fitting<Value>(schema: StandardSchema<Value>): v.GenericSchema<unknown, Value> {
  return v.pipe(
    v.unknown(),
    v.rawTransform<unknown, Value>(({ dataset, addIssue, NEVER }) => {
      const result = schema['~standard'].validate(dataset.value);
      if (result instanceof Promise) throw new TypeError('The schema of a service call must not be asynchronous.');
      if (result.issues === undefined) return result.value;
      const issue = v.safeParse(stated, result.issues[0]);
      addIssue({ message: issue.success ? issue.output.message : 'it does not fit its schema' });
      return NEVER;
    }),
  );
}

/** The part of a Standard Schema (valibot, zod …) that is used. It must be synchronous. */
export interface StandardSchema<Value> {
  readonly '~standard': {
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Value; readonly issues?: undefined }
      | { readonly issues: readonly unknown[] }
      | Promise<unknown>;
  };
}
