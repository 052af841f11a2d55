import type * as v from 'valibot';
import type { Access } from '../permissions.ts';

/**
 * Who may make a call: anyone; any session; whoever may send the command named by the body's `action` or `statusOf` (an
 * API key too, D21); superadmins and the API keys for reading figures (D21b); or an access rule.
 */
export type CallAccess = 'anyone' | 'session' | 'command' | 'figures' | Access;

/**
 * What is beyond the specification (D1a): `true` for the whole call, else fields of its body and answer. Existing back
 * ends get none of it, unless config.json names a path for the call.
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
  /** `token`: sent with X-API-Key and the acting `user` (W3, W4). */
  readonly auth: 'none' | 'token';
  readonly request: 'none' | 'plain' | 'sealed' | 'multipart';
  readonly reply: 'plain' | 'sealed';
  readonly access: CallAccess;
  /**
   * Carried out at most once per account and transactionId: a repetition gets the stored outcome (D2). `items`: so is
   * each item, under its own transactionId (D2c). `change`: as `true`, for what changes no device.
   */
  readonly once: boolean | 'items' | 'change';
  /** The body without `user`, which the client adds (W4). */
  readonly body: Body;
  readonly answer: Answer;
  /** Absent: nothing is. */
  readonly beyond?: BeyondSpecification | undefined;
  /**
   * Fields of the reply that the specification's tables show, as names in the answer. None: they show no reply, so in
   * the legacy profile every reply with a 2xx status that names no failure means success (D1b). A list named here is in
   * every readable reply. Absent: only the schema is known.
   */
  readonly specifiedReply?: readonly string[] | undefined;
}

export type BodyOf<Call extends CallDefinition> = v.InferInput<Call['body']>;
export type AnswerOf<Call extends CallDefinition> = v.InferOutput<Call['answer']>;
