import * as v from 'valibot';
import { answerWith } from '../wire.ts';
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

/** A call of the specification, by the fields of its body. */
export function specified<Body extends v.ObjectEntries, Answer extends v.GenericSchema>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  more: Specified<v.InferInput<v.ObjectSchema<Body, undefined>>, v.InferOutput<Answer>>,
): CallDefinition<v.ObjectSchema<Body, undefined>, Answer> {
  const { method = 'POST', request = 'sealed', once, shows, beyondBody, beyondAnswer } = more;
  return {
    ...sealed(path, access, v.object(body), answer, once),
    method,
    request: method === 'GET' ? 'none' : request,
    beyond: (beyondBody ?? beyondAnswer) && { body: beyondBody ?? [], answer: beyondAnswer ?? [] },
    specifiedReply: shows,
  };
}

/** A call beyond the specification (D1a), by the fields of its body, and those of its answer besides the usual ones. */
export function added<Body extends v.ObjectEntries, Answer extends v.ObjectEntries>(
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once?: CallDefinition['once'],
) {
  return { ...sealed(path, access, v.object(body), answerWith(answer), once), beyond: true } as const;
}

/** A change beyond the specification: made at most once; its answer says only how it went. */
export function change<Body extends v.ObjectEntries>(path: string, access: CallAccess, body: Body) {
  return added(path, access, body, {}, 'change');
}
