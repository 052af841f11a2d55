import * as v from 'valibot';
import type { AnswerOf, CallDefinition } from '../contract/index.ts';
import { EnvelopeError, type EnvelopeContext, type SealedBody } from '../crypto/index.ts';
import { type AnsweredCall, factsOf, type ReceivedReply } from './dialect.ts';
import type { RunningCall } from './call-runner.ts';
import type { ApiResponse, Exchange } from './client-types.ts';
import { businessError, errorByHttpStatus, errorByMessage, unreadableError } from './call-errors.ts';

export interface Reply extends Pick<RunningCall, 'context' | 'method' | 'caller' | 'reader' | 'codec'> {
  /** The body that this answers, in our words. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: ApiResponse;
  readonly text: string;
}

type Body =
  | { readonly form: 'sealed'; readonly received: ReceivedReply; readonly sealed: SealedBody }
  | { readonly form: 'plain'; readonly received: ReceivedReply }
  | { readonly form: 'unreadable'; readonly received: ReceivedReply; readonly why: string; readonly cause: unknown };

const sealedBody = v.looseObject({
  payload: v.pipe(v.string(), v.nonEmpty()),
  transactionId: v.optional(v.nullable(v.string())),
});

function describeContent({ response, text }: Reply): string {
  if (text.trim() === '') return 'it is empty';
  const type = response.headers.get('Content-Type')?.split(';')[0];
  return `not JSON but ${type ?? 'something without a type'}`;
}

async function openBody(reply: Reply): Promise<Body> {
  const { reader, method, codec, text, context } = reply;
  const { callPath: path, transactionId } = context;
  const reading = reader.read(text);
  const plain = { ...reading, outside: {} };
  if (reading.value === undefined)
    return { form: 'unreadable', why: describeContent(reply), cause: reading.cause, received: plain };
  const shape = v.safeParse(sealedBody, reading.value);
  if (!shape.success) return { form: 'plain', received: plain };
  const { payload, transactionId: echoed, ...outside } = shape.output;
  const sealed = { payload, transactionId: echoed ?? (reader.checksEcho ? '' : transactionId) };
  const envelopeContext: EnvelopeContext = { direction: 'reply', method, path, transactionId };
  try {
    const inner = reader.read(
      await codec.openText(reader.checksEcho ? sealed : { payload, transactionId }, envelopeContext),
    );
    const received = { ...inner, outside, words: `${reading.words} ${inner.words}`.trim() };
    if (inner.value !== undefined) return { form: 'sealed', sealed, received };
    const error = new EnvelopeError('not-json', envelopeContext, { cause: inner.cause });
    return { form: 'unreadable', why: error.message, cause: error, received };
  } catch (cause) {
    if (!(cause instanceof EnvelopeError)) throw cause;
    const received = { value: undefined, words: reading.words, cause, outside };
    return { form: 'unreadable', why: cause.message, cause, received };
  }
}

function serverTimeOf(response: ApiResponse): Date | null {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

/** Throws the {@link ApiError} of any answer but a good one. */
async function goodBody(reply: Reply, call: AnsweredCall, mayComePlain: boolean): Promise<Body> {
  const { context, response, reader } = reply;
  const body = await openBody(reply);
  const facts = reader.facts(call, body.received);
  const byMessage = errorByMessage(context, facts, response.status);
  if (byMessage) throw byMessage;
  const decides = reader.statusGoesFirst && facts.status !== null;
  if (!response.ok && !decides) throw errorByHttpStatus(context, facts, response, reply.caller !== null);
  if (facts.doubt !== null) throw unreadableError(context, facts.doubt, response.status);
  // A success that should have been sealed may be forged. Login and existing back ends may send it plain (D1, D1a).
  if (body.form === 'plain' && !mayComePlain) throw unreadableError(context, 'it is not encrypted', response.status);
  if (facts.status === 'error') throw businessError(context, facts, response.status);
  if (body.form === 'unreadable' && !reader.acceptsAnyReply(call))
    throw unreadableError(context, body.why, response.status, body.cause);
  return body;
}

/** The error of an answer that came instead of a file. */
export async function refusedFile(reply: Reply, path: string): Promise<Error> {
  await goodBody(reply, { path }, true);
  return unreadableError(reply.context, 'it is not a file', reply.response.status);
}

/**
 * Refuses answers that a schema accepts but that must not count as success or be shown: a list instead of an object,
 * text, a command's answer that says nothing.
 */
function misfitOf(call: CallDefinition, value: unknown): string | null {
  if (call.answer.type === 'object' && Array.isArray(value)) return 'it is a list';
  // A schema would quote it, with any token in it.
  if (typeof value === 'string') return 'it is text';
  const facts = factsOf(value);
  return call.once === true && facts.status === null && facts.message === '' ? 'it does not say how it went' : null;
}

/** The parsed answer of a call's reply. Throws {@link ApiError} (W5). */
export async function readReply<C extends CallDefinition>(reply: Reply, call: C): Promise<Exchange<AnswerOf<C>>> {
  const { context, response, reader, request } = reply;
  const body = await goodBody(reply, call, call.reply === 'plain' || reader.mayComePlain(call));
  const spoken = reader.answer(call, body.received, request);
  const problem =
    'problem' in spoken ? spoken.problem : reader.acceptsAnyReply(call) ? null : misfitOf(call, spoken.value);
  if ('problem' in spoken || problem !== null) throw unreadableError(context, problem ?? '', response.status);
  const schema: C['answer'] = call.answer;
  const result = v.safeParse(schema, spoken.value);
  if (!result.success) {
    const issue = result.issues[0];
    throw unreadableError(
      context,
      `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`,
      response.status,
      result.issues,
    );
  }
  return {
    answer: result.output,
    sealed: body.form === 'sealed' ? body.sealed : null,
    serverTime: serverTimeOf(response),
  };
}
