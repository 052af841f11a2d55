import type * as v from 'valibot';
import type { Access } from '../permissions.ts';

/**
 * Who may make a call: anyone; any session; whoever may send the command named by the body's `action` or `statusOf`
 * (an API key too, D21); superadmins and the API keys made for reading figures (D21b); or an access rule.
 */
export type CallAccess = 'anyone' | 'session' | 'command' | 'figures' | Access;

/**
 * What of a call the specification does not know (D1a): `true` the whole of it, else fields of its body and of its
 * answer. An existing back end is asked for none of it, unless config.json names a path for the call.
 */
type BeyondSpecification = true | { readonly body: readonly string[]; readonly answer: readonly string[] };

/** One call of the specification's tables (W1 to W6). Client functions, server routes and fakes derive from it. */
export interface CallDefinition<
  Body extends v.GenericSchema = v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to the API base, `.php` included (W1). */
  readonly path: string;
  /** `token`: X-API-Key and the acting `user` go with it (W3, W4). */
  readonly auth: 'none' | 'token';
  readonly request: 'none' | 'plain' | 'sealed' | 'multipart';
  readonly reply: 'plain' | 'sealed';
  readonly access: CallAccess;
  /**
   * Answered at most once per account and transactionId: the same again gets the stored outcome (D2). `items`: so is
   * each of its items, under a transactionId of its own (D2c). `change`: as `true`, for what changes no device.
   */
  readonly once: boolean | 'items' | 'change';
  /** The body without `user`, which the client adds (W4). */
  readonly body: Body;
  readonly answer: Answer;
  /** Absent: the specification has all of it. */
  readonly beyond?: BeyondSpecification | undefined;
  /**
   * Fields of the reply that the specification's tables show, as names in the answer. None: they show no reply, so in
   * the legacy profile every reply with a 2xx status that names no failure means that it was done (D1b). A list named
   * here is never missing from a reply that can be read. Absent: nothing is known of the reply but its schema.
   */
  readonly specifiedReply?: readonly string[] | undefined;
}

export type BodyOf<Call extends CallDefinition> = v.InferInput<Call['body']>;
export type AnswerOf<Call extends CallDefinition> = v.InferOutput<Call['answer']>;
