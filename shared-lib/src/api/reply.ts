import * as v from 'valibot';
import { calls, type AnswerOf, type CallDefinition } from '../contract/index.ts';
import { EnvelopeError, type EnvelopeCodec, type SealedBody } from '../crypto/index.ts';
import type { ApiResponse, Exchange } from './client-types.ts';
import { businessError, errorByHttpStatus, errorByMessage, factsOf, unreadableError, type Ticket } from './ticket.ts';

/** A reply and what is needed to read it. */
export interface Reply {
  readonly ticket: Ticket;
  readonly method: CallDefinition['method'];
  readonly backend: 'reference' | 'legacy';
  readonly codec: EnvelopeCodec;
  readonly response: ApiResponse;
  readonly text: string;
  /** What came, in the contract's words (D1a). */
  readonly translate: (value: unknown) => unknown;
  /** The call went with a token, so an HTTP 401 ends its session. */
  readonly withToken: boolean;
}

type ReadableBody =
  | { readonly form: 'sealed'; readonly value: unknown; readonly sealed: SealedBody }
  | { readonly form: 'plain'; readonly value: unknown };

/** A reply's body: opened, plain, or neither (why says so). `value` holds what was inside. */
type Body =
  | ReadableBody
  | { readonly form: 'unreadable'; readonly why: string; readonly cause: unknown };

const sealedBody = v.looseObject({ payload: v.pipe(v.string(), v.nonEmpty()), transactionId: v.optional(v.nullable(v.string())) });

function parsedJson(text: string): { readonly value: unknown } | { readonly cause: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { cause };
  }
}

function whatCame(response: ApiResponse): string {
  const type = response.headers.get('Content-Type')?.split(';')[0];
  return `not JSON but ${type ?? 'something without a type'}`;
}

async function openBody(reply: Reply): Promise<Body> {
  const json = parsedJson(reply.text);
  if ('cause' in json) return { form: 'unreadable', why: whatCame(reply.response), cause: json.cause };
  const shape = v.safeParse(sealedBody, json.value);
  if (!shape.success) return { form: 'plain', value: reply.translate(json.value) };
  const { payload, transactionId: echoed, ...outside } = shape.output;
  const { callPath: path, transactionId } = reply.ticket;
  const legacy = reply.backend === 'legacy';
  const sealed = { payload, transactionId: echoed ?? (legacy ? transactionId : '') };
  try {
    const checked = legacy ? { payload, transactionId } : sealed;
    const opened = await reply.codec.open(checked, { direction: 'reply', method: reply.method, path, transactionId });
    return { form: 'sealed', sealed, value: reply.translate(withOutside(reply, opened, outside)) };
  } catch (cause) {
    if (!(cause instanceof EnvelopeError)) throw cause;
    return { form: 'unreadable', why: cause.message, cause };
  }
}

/** Existing back ends seal a part of the answer only; login.php's reply is read that way in both profiles (D1, D1a). */
function withOutside(reply: Reply, opened: unknown, outside: object): unknown {
  const merges = reply.backend === 'legacy' || reply.ticket.callPath === calls.login.path;
  const isFields = typeof opened === 'object' && opened !== null && !Array.isArray(opened);
  return merges && isFields ? { ...outside, ...opened } : opened;
}

function serverTimeOf(response: ApiResponse): Date | null {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

/** A success that should have been sealed and was not could come from anyone. Login and existing back ends may (D1, D1a). */
function mayComePlain(reply: Reply, call: CallDefinition): boolean {
  return call.reply === 'plain' || reply.backend === 'legacy' || call.path === calls.login.path;
}

/**
 * The body of a good answer. Throws the {@link ApiError} of any other: session over, right missing, HTTP failure, unreadable, refused.
 * In the legacy profile an answer that states its status goes before the HTTP status (D1a).
 */
export async function goodBody(reply: Reply, plainIsFine: boolean): Promise<ReadableBody> {
  const { ticket, response, backend } = reply;
  const body = await openBody(reply);
  const facts = factsOf(body.form === 'unreadable' ? null : body.value);
  const byMessage = errorByMessage(ticket, facts, response.status);
  if (byMessage) throw byMessage;
  const decides = backend === 'legacy' && facts.status !== null;
  if (!response.ok && !decides) throw errorByHttpStatus(ticket, facts, response, reply.withToken);
  if (body.form === 'unreadable') throw unreadableError(ticket, body.why, response.status, body.cause);
  if (body.form === 'plain' && !plainIsFine) throw unreadableError(ticket, 'it is not encrypted', response.status);
  if (facts.status === 'error') throw businessError(ticket, facts, response.status);
  return body;
}

/** What a schema lets pass and an operator must not take for success: a list for an object, a command's answer that says nothing. */
function misfitOf(call: CallDefinition, value: unknown): string | null {
  if (call.answer.type === 'object' && Array.isArray(value)) return 'it is a list';
  const facts = factsOf(value);
  return call.once && facts.status === null && facts.message === '' ? 'it does not say how it went' : null;
}

/** The parsed answer of a call's reply. Throws {@link ApiError} (W5). */
export async function readReply<C extends CallDefinition>(reply: Reply, call: C): Promise<Exchange<AnswerOf<C>>> {
  const { ticket, response } = reply;
  const body = await goodBody(reply, mayComePlain(reply, call));
  const schema: C['answer'] = call.answer;
  const misfit = misfitOf(call, body.value);
  if (misfit) throw unreadableError(ticket, misfit, response.status);
  const result = v.safeParse(schema, body.value);
  if (!result.success) {
    const issue = result.issues[0];
    throw unreadableError(ticket, `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`, response.status, result.issues);
  }
  return { answer: result.output, sealed: body.form === 'sealed' ? body.sealed : null, serverTime: serverTimeOf(response) };
}
