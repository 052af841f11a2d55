import * as v from 'valibot';
import { plainAnswer } from '../wire.ts';
import type { CallAccess, CallDefinition } from './call-definition.ts';

/** The call, with fields marked as beyond the specification; only those that its schemas have. */
export function partlyBeyond<Call extends CallDefinition>(
  call: Call,
  body: readonly (keyof v.InferInput<Call['body']> & string)[],
  answer: readonly (keyof v.InferOutput<Call['answer']> & string)[] = [],
): Call {
  return { ...call, beyond: { body, answer } };
}

/** The call, with the fields of its reply that the specification shows. */
export function shows<Call extends CallDefinition>(
  call: Call,
  fields: readonly (keyof v.InferOutput<Call['answer']> & string)[],
): Call & { readonly specifiedReply: readonly string[] } {
  return { ...call, specifiedReply: fields };
}

/** The call, whose reply the specification does not show (D1b). */
export function showsNothing<Call extends CallDefinition>(
  call: Call,
): Call & { readonly specifiedReply: readonly string[] } {
  return shows(call, []);
}

/** A call with a token and a sealed body. */
export function sealed<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once: CallDefinition['once'] = false,
): CallDefinition<Body, Answer> {
  return { method: 'POST', path, auth: 'token', request: 'sealed', reply: 'sealed', access, once, body, answer };
}

/** A call with a token and no body. */
export function read<Answer extends v.GenericSchema>(path: string, access: CallAccess, answer: Answer) {
  const body = v.object({});
  return {
    method: 'GET',
    path,
    auth: 'token',
    request: 'none',
    reply: 'sealed',
    access,
    once: false,
    body,
    answer,
  } as const satisfies CallDefinition;
}

/** A call without a token. */
export function anonymous<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  request: 'plain' | 'sealed',
  body: Body,
  answer: Answer,
): CallDefinition<Body, Answer> {
  return { method: 'POST', path, auth: 'none', request, reply: 'sealed', access: 'anyone', once: false, body, answer };
}

/** A call beyond the specification (D1a). */
export function beyond<Call extends CallDefinition>(call: Call): Call & { readonly beyond: true } {
  return { ...call, beyond: true };
}

/** A call with a token, beyond the specification (D1a). */
export function added<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once: CallDefinition['once'] = false,
) {
  return beyond(sealed(path, access, body, answer, once));
}

/** A change beyond the specification: made at most once; its answer says only how it went. */
export function change<Body extends v.GenericSchema>(path: string, access: CallAccess, body: Body) {
  return added(path, access, body, plainAnswer, 'change');
}
