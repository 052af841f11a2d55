import { type CallDefinition, sessionCalls, UNAVAILABLE } from '../contract/index.ts';
import type { HoldReason } from './api-error.ts';

/** The parts of a call that decide how a request is written. */
export type DialectCall = Pick<CallDefinition, 'path' | 'beyond'>;

/** The parts of a call that decide how its reply is read. A download has no answer of its own. */
export type AnsweredCall = DialectCall & Partial<Pick<CallDefinition, 'answer' | 'once' | 'reply' | 'specifiedReply'>>;

/** What the text of a reply holds. */
export interface Reading {
  /** Its JSON; undefined if it has none. */
  readonly value: unknown;
  /** Words around the JSON, or instead of it. */
  readonly words: string;
  /** Why the text as a whole is not JSON. */
  readonly cause: unknown;
}

/** The content of a reply; of a sealed one, what was sealed. */
export interface ReceivedReply extends Reading {
  readonly outside: Readonly<Record<string, unknown>>;
  /** Why it has no JSON, or its payload does not open; null if it is read. */
  readonly fault: string | null;
}

/** An answer in the contract's words, before its schema is checked. */
export interface TranslatedAnswer {
  readonly value: unknown;
  /** Why it cannot be read, naming the field; null if nothing is known against it. */
  readonly problem: string | null;
}

/** How requests to a back end are written (D1a). */
export interface Dialect {
  /** Where the call is, below the API base; null if the back end does not offer it. */
  pathOf(call: DialectCall): string | null;
  knowsField(call: DialectCall, field: string): boolean;
  /** Where `files/<report>/<file>` is: below the API base, or with a leading slash from the root of its origin. */
  filePathOf(path: string): string;
  request(call: DialectCall, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** For a legacy back end the reader is fetched with the first call. */
  reader(call: DialectCall): Promise<ReplyReader>;
}

/** How a back end's replies are read (D1a). */
export interface ReplyReader {
  /** It is made for this contract: it repeats the transactionId, and seals its replies. */
  readonly isOurs: boolean;
  /** The answer's own status takes precedence over the HTTP status. */
  readonly statusGoesFirst: boolean;
  read(text: string): Reading;
  facts(call: AnsweredCall, received: ReceivedReply): AnswerFacts;
  answer(call: AnsweredCall, received: ReceivedReply, body: Readonly<Record<string, unknown>>): TranslatedAnswer;
}

function readJson(text: string): Reading {
  try {
    return { value: JSON.parse(text), words: '', cause: undefined };
  } catch (cause) {
    return { value: undefined, words: text, cause };
  }
}

export const isLogin = ({ path }: AnsweredCall): boolean => path === sessionCalls.login.path;

/** In a sealed login some fields may be beside the payload (D1). */
function valueOf(call: AnsweredCall, { value, outside }: ReceivedReply): unknown {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isLogin(call) && isFields ? { ...outside, ...value } : value;
}

/**
 * Refuses answers that a schema accepts but that must not count as success or be shown: a list instead of an object,
 * text, a command's answer that says nothing.
 */
export function misfitOf({ answer, once }: AnsweredCall, value: unknown): string | null {
  if (!answer) return null;
  if (answer.type === 'object' && Array.isArray(value)) return 'it is a list';
  // A schema would quote it, with any token in it.
  if (typeof value === 'string') return 'it is text';
  const facts = factsOf(value);
  return once === true && facts.status === null && facts.message === '' ? 'it does not say how it went' : null;
}

/** Reads replies that keep to this contract. */
export const referenceReader: ReplyReader = {
  isOurs: true,
  statusGoesFirst: false,
  read: readJson,
  facts: (call, received) => factsOf(valueOf(call, received)),
  answer: (call, received) => {
    const value = valueOf(call, received);
    return { value, problem: received.fault ?? misfitOf(call, value) };
  },
};

/** A back end made for this contract: nothing is translated. */
export const referenceDialect: Dialect = {
  pathOf: ({ path }) => path,
  knowsField: () => true,
  filePathOf: (path) => path,
  request: (_call, body) => body,
  reader: () => Promise.resolve(referenceReader),
};

const holdReasons: readonly HoldReason[] = ['budget', 'paused', 'approval', UNAVAILABLE];

/** What an answer says about itself, before its schema is checked. `status` is null if it has none. */
export interface AnswerFacts {
  readonly status: string | null;
  readonly message: string;
  readonly permissions: readonly string[] | undefined;
  /** What a refusal requires before a repetition succeeds (S17, S18, S20). */
  readonly challenge?: unknown;
  /** The field that was refused, such as email. */
  readonly field?: string | undefined;
  /** Why nothing was sent, if the refusal is temporary (C10 to C14, D2a). */
  readonly reason: HoldReason | undefined;
  /** Why the outcome is unknown; null if it is known. */
  readonly doubt: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names in a list of permissions; undefined if it is not a list. */
export function permissionNamesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => {
    const name: unknown = isRecord(entry) ? entry['permission_name'] : entry;
    return typeof name === 'string' ? [name] : [];
  });
}

/** The facts of an answer that says nothing. */
export const nothingSaid: AnswerFacts = {
  status: null,
  message: '',
  permissions: undefined,
  reason: undefined,
  doubt: null,
};

/** Reads status, message and permissions of any answer; a missing or mistyped part counts as absent (D1a). */
function factsOf(answer: unknown): AnswerFacts {
  if (!isRecord(answer)) return nothingSaid;
  const { status, message, permissions, challenge, field, reason } = answer;
  return {
    status: typeof status === 'string' ? status.trim().toLowerCase() : null,
    message: typeof message === 'string' ? message : '',
    permissions: permissionNamesOf(permissions),
    challenge,
    field: typeof field === 'string' ? field : undefined,
    reason: holdReasons.find((known) => known === reason),
    doubt: null,
  };
}
