import type { AnswerOf, BackEndNames, BodyOf, CallDefinition } from '../contract/index.ts';
import type { EnvelopeCodec, SealedBody } from '../crypto/index.ts';
import type { ApiCalls, RepeatableCallOptions } from './api-calls.ts';
import type { ApiError } from './api-error.ts';

/** The part of fetch's Response that the client reads. */
export interface ApiResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  blob(): Promise<Blob>;
}

/** Options of {@link createApiClient}. */
export interface ApiClientOptions {
  /** Ends with a slash; absolute or relative to the page (W1). */
  readonly apiBase: string;
  /** `legacy`: no X-Transaction-Id, no check of the echoed id, the answer's status before the HTTP status (D1a). */
  readonly backend: 'reference' | 'legacy';
  /** What a legacy back end calls otherwise (D1a); default: nothing. */
  readonly names?: BackEndNames | undefined;
  /** IANA zone of a legacy back end's times without one (D1a); default UTC. */
  readonly serverTimeZone?: string | undefined;
  readonly codec: EnvelopeCodec | Promise<EnvelopeCodec>;
  readonly fetch: (url: string, init: RequestInit) => Promise<ApiResponse>;
  /** Read at each call, so that a login in place takes effect at once (W3, W4). */
  readonly session: () => { readonly token: string; readonly email: string } | null;
  /** Whole seconds since the last input on the page (S11). Without it every call counts as made by a person. */
  readonly secondsSinceInput?: (() => number) | undefined;
  /**
   * Whether the browser knows that it has no network: `() => !navigator.onLine`. A call that fails between two such
   * moments was surely not sent (D12). Default: it never knows.
   */
  readonly isOffline?: (() => boolean) | undefined;
  /** The session that the call was made with is over (S8). Not called for calls with `keepsSession`. */
  readonly onAuthorizationFailed?: ((error: ApiError) => void) | undefined;
  /** A 403 named the operator's current permissions (D2a). */
  readonly onForbidden?: ((permissions: readonly string[]) => void) | undefined;
  /**
   * A refusal requires a proof of identity. Resolves with true once it was given: the client then repeats the call
   * under its transactionId, which the refusal left unused (S18). Not called for background calls.
   */
  readonly onChallenge?: ((error: ApiError, signal: AbortSignal | undefined) => Promise<boolean>) | undefined;
  /** Milliseconds for a call and its reply; default 30,000, for files four times that. */
  readonly timeoutMs?: number | undefined;
}

/** Options of one call. */
export interface CallOptions extends RepeatableCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** The call waits for all others, outlives its page and never ends the session. Browsers allow 64 kB at once. */
  readonly inBackground?: boolean | undefined;
}

/** An answer together with what the session keeps of it (S3, D4). */
export interface Exchange<Answer> {
  readonly answer: Answer;
  /** The sealed reply as it came; null if it came plain. */
  readonly sealed: SealedBody | null;
  /** The reply's Date header; null if absent or unreadable. */
  readonly serverTime: Date | null;
}

/** The one way to the server (W1 to W6). Every function throws only {@link ApiError}. */
export interface ApiClient extends ApiCalls<CallOptions, Blob> {
  /**
   * Whether the back end takes this call, and this field of its body. A legacy one lacks what is beyond the seeds,
   * unless config.json names a path for the call (D1a). A call that is not offered throws `invalid-request`; such a
   * field is left out.
   */
  offers<C extends CallDefinition>(call: C, field?: keyof BodyOf<C> & string): boolean;
  /** As `call`, with the sealed reply as it came and the server's time (S3, D4). */
  exchange<C extends CallDefinition>(call: C, body: BodyOf<C>, options?: CallOptions): Promise<Exchange<AnswerOf<C>>>;
  /**
   * Checks and seals a call. The returned function sends it before it returns: while the page is being left, no promise
   * would settle.
   */
  prepare<C extends CallDefinition>(
    call: C,
    body: BodyOf<C>,
    options?: CallOptions,
  ): Promise<() => Promise<AnswerOf<C>>>;
  /**
   * GET of `files/<report>/<file>`, names not yet encoded, with the token in its header (D3); a legacy back end's
   * folder is config.json's (D1a). A name that would lead out of that folder is `invalid-request`; nothing is sent.
   */
  download(path: string, options?: CallOptions): Promise<Blob>;
}
