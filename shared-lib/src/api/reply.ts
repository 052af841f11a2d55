import * as v from 'valibot';
import type { AnswerOf, CallDefinition } from '../contract/index.ts';
import { EnvelopeError, type EnvelopeContext, type SealedBody } from '../crypto/index.ts';
import { type AnsweredCall, type AnswerFacts, isLogin, nothingSaid, type ReceivedReply } from './dialect.ts';
import type { RunningCall } from './request.ts';
import type { ApiResponse, Exchange } from './client-types.ts';
import {
  businessError,
  errorByHttpStatus,
  errorByMessage,
  foreignError,
  isForeignUnlessOwn,
  isPlainRefusal,
  unreadableError,
} from './call-errors.ts';

export interface Reply extends Pick<RunningCall, 'context' | 'method' | 'caller' | 'reader' | 'codec'> {
  /** The body that this answers, in our words. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: ApiResponse;
  readonly text: string;
}

/** A reply as received; its sealed body, if it came sealed and could be opened. */
interface OpenedReply extends ReceivedReply {
  readonly sealed: SealedBody | null;
}

const sealedBody = v.looseObject({
  payload: v.pipe(v.string(), v.nonEmpty()),
  transactionId: v.optional(v.nullable(v.string())),
});

function describeContent({ response, text }: Reply): string {
  if (text.trim() === '') return 'it is empty';
  const type = response.headers.get('Content-Type')?.split(';')[0];
  return `not JSON but ${type ?? 'something without a type'}`;
}

async function openReply(reply: Reply): Promise<OpenedReply> {
  const { reader, method, codec, text, context } = reply;
  const { callPath: path, transactionId } = context;
  const whole = reader.read(text);
  const shape = v.safeParse(sealedBody, whole.value);
  if (!shape.success) {
    const fault = whole.value === undefined ? describeContent(reply) : null;
    return { ...whole, outside: {}, fault, sealed: null };
  }
  const { payload, transactionId: echoed, ...outside } = shape.output;
  const sealed = { payload, transactionId: echoed ?? (reader.isOurs ? '' : transactionId) };
  const envelopeContext: EnvelopeContext = { direction: 'reply', method, path, transactionId };
  const unread = (cause: EnvelopeError, words: string): OpenedReply => {
    return { value: undefined, words, cause, outside, fault: cause.message, sealed: null };
  };
  try {
    const inner = reader.read(
      await codec.openText(reader.isOurs ? sealed : { payload, transactionId }, envelopeContext),
    );
    const words = `${whole.words} ${inner.words}`.trim();
    if (inner.value !== undefined) return { ...inner, words, outside, fault: null, sealed };
    return unread(new EnvelopeError('not-json', envelopeContext, { cause: inner.cause }), words);
  } catch (cause) {
    if (cause instanceof EnvelopeError) return unread(cause, whole.words);
    throw cause;
  }
}

function serverTimeOf(response: ApiResponse): Date | null {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

/** A page: no answer of a back end made for this contract. */
const isPage = ({ response, text }: Reply): boolean =>
  /html/i.test(response.headers.get('Content-Type') ?? '') || text.trimStart().startsWith('<');

/** What an answer of a back end made for this contract says, where it is not sure that it is the back end's (D2a). */
function ownFacts(reply: Reply, { sealed, fault, cause }: OpenedReply, facts: AnswerFacts): AnswerFacts {
  const { context, response, caller } = reply;
  const { ok, status } = response;
  if (sealed || (ok && !isPage(reply))) return facts;
  if (!ok && isPlainRefusal(facts, status, caller !== null)) return facts;
  if (!isForeignUnlessOwn(status)) return nothingSaid;
  // Sealed by another key, or altered.
  if (cause instanceof EnvelopeError && fault !== null) throw unreadableError(context, fault, status, cause);
  throw foreignError(context, status);
}

/** The answer of a good reply in the contract's words. Throws the {@link ApiError} of any other (W5). */
async function goodAnswer(reply: Reply, call: AnsweredCall) {
  const { context, response, reader, request, caller } = reply;
  const { status } = response;
  const received = await openReply(reply);
  const { sealed, fault } = received;
  const said = reader.facts(call, received);
  const byMessage = errorByMessage(context, said, status);
  if (byMessage) throw byMessage;
  const facts = reader.isOurs ? ownFacts(reply, received, said) : said;
  const decides = reader.statusGoesFirst && facts.status !== null;
  if (!response.ok && !decides) throw errorByHttpStatus(context, facts, response, caller !== null);
  if (facts.doubt !== null) throw unreadableError(context, facts.doubt, status);
  // A success that should have been sealed may be forged. Login and existing back ends may send it plain (D1, D1a).
  const mayComePlain = call.reply === 'plain' || isLogin(call) || !reader.isOurs;
  if (!sealed && fault === null && !mayComePlain) throw unreadableError(context, 'it is not encrypted', status);
  if (facts.status === 'error') throw businessError(context, facts, status);
  const { value, problem } = reader.answer(call, received, request);
  if (problem !== null) throw unreadableError(context, problem, status, fault === null ? undefined : received.cause);
  return { value, sealed };
}

/** The error of an answer that came instead of a file. */
export async function refusedFile(reply: Reply, path: string): Promise<Error> {
  await goodAnswer(reply, { path, reply: 'plain' });
  return unreadableError(reply.context, 'it is not a file', reply.response.status);
}

/** The parsed answer of a call's reply. Throws {@link ApiError} (W5). */
export async function readReply<C extends CallDefinition>(reply: Reply, call: C): Promise<Exchange<AnswerOf<C>>> {
  const { context, response } = reply;
  const { value, sealed } = await goodAnswer(reply, call);
  const schema: C['answer'] = call.answer;
  const result = v.safeParse(schema, value);
  if (result.success) return { answer: result.output, sealed, serverTime: serverTimeOf(response) };
  const [issue] = result.issues;
  const why = `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`;
  throw unreadableError(context, why, response.status, result.issues);
}
