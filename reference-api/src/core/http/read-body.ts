import { textOf } from '@device-console/shared-lib/contract';
import { normalisedTexts } from '@device-console/shared-lib/contract/server';
import * as v from 'valibot';
import { MalformedRequest } from '../errors/request-errors.ts';

/** Normalised, and without unknown fields (W7). Throws MalformedRequest, naming the first field that does not fit. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return normalisedTexts(schema, result.output);
  const [issue] = result.issues;
  // Do not repeat what was received: it may be a secret in the wrong field.
  const problem = issue.message.replace(/:? (but )?received .*$/is, '');
  throw new MalformedRequest(`${call}: ${v.getDotPath(issue) ?? 'body'}: ${problem}`);
}

const actingUser = v.object({ user: v.optional(textOf('email')) });

/** Like {@link readBody}, with the acting user, who is named beside the body's fields (W4). */
export function readActingBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): { readonly user: string | undefined; readonly body: v.InferOutput<Schema> } {
  const { user } = readBody(actingUser, value, call);
  return { user, body: readBody(schema, value, call) };
}
