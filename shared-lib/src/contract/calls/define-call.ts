import type * as v from 'valibot';
import { plainAnswer } from '../wire.ts';
import type { CallAccess, CallDefinition } from './call-definition.ts';

/** Names of fields, only those that a schema has. */
type Fields<Value> = readonly (keyof Value & string)[];

interface Specified<Body, Answer> {
  /** Default: POST. A GET has no body. */
  readonly method?: 'GET' | 'PUT';
  readonly request?: 'plain';
  readonly once?: true | 'change';
  /** Fields of the reply that the specification shows; none if it shows no reply (D1b). */
  readonly shows: Fields<Answer>;
  /** Fields beyond the specification (D1a). */
  readonly beyondBody?: Fields<Body>;
  readonly beyondAnswer?: Fields<Answer>;
}

function sealed<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once: CallDefinition['once'] = false,
): CallDefinition<Body, Answer> {
  const auth = access === 'anyone' ? 'none' : 'token';
  return { method: 'POST', path, auth, request: 'sealed', reply: 'sealed', access, once, body, answer };
}

/** A call of the specification. */
export function specified<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  more: Specified<v.InferInput<Body>, v.InferOutput<Answer>>,
): CallDefinition<Body, Answer> {
  const { method = 'POST', request = 'sealed', once, shows, beyondBody, beyondAnswer } = more;
  return {
    ...sealed(path, access, body, answer, once),
    method,
    request: method === 'GET' ? 'none' : request,
    beyond: (beyondBody ?? beyondAnswer) && { body: beyondBody ?? [], answer: beyondAnswer ?? [] },
    specifiedReply: shows,
  };
}

/** A call beyond the specification (D1a). */
export function added<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once?: CallDefinition['once'],
): CallDefinition<Body, Answer> & { readonly beyond: true } {
  return { ...sealed(path, access, body, answer, once), beyond: true };
}

/** A change beyond the specification: made at most once; its answer says only how it went. */
export function change<Body extends v.GenericSchema>(path: string, access: CallAccess, body: Body) {
  return added(path, access, body, plainAnswer, 'change');
}
