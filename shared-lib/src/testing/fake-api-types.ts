import type * as v from 'valibot';
import type { ApiClient, ApiClientOptions, ApiResponse } from '../api/index.ts';
import type { BackEndNames, CallDefinition, CallName, calls } from '../contract/index.ts';
import type { copyAnswer } from '../contract/server.ts';
import type { EnvelopeCodec } from '../crypto/index.ts';
import type { FakeFailure, FakeNetworkFailure, FakeReply } from './fake-failure.ts';

/**
 * The one account of the fake API; any password logs in. Default: an ADMIN without permissions. Like the real server,
 * the fake one answers 403 and 'You are not authorised…' to calls without the permission or role. To test what an
 * operator may do, give `{ userlevel: 'USER', permissions: […] }`.
 */
export interface FakeSession {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly userlevel: string;
  readonly permissions: readonly string[];
  /** ISO 8601, or 'YYYY-MM-DD HH:mm:ss' (D1a). */
  readonly expiry: string;
  readonly retailer_phone: string;
  readonly clientof: string;
  /** Minutes after which the server ends an unused session (S11). */
  readonly idle_minutes?: number | undefined;
}

/** A request as the fake API read it. */
export interface FakeRequest {
  /**
   * Name of the call in the contract; `copy` and `file` for uploads and downloads, `service` for calls of a team's own
   * service; null for an unknown path.
   */
  readonly call: CallName | 'copy' | 'file' | 'service' | null;
  readonly method: string;
  /** Below the API base, decoded. */
  readonly path: string;
  /** The opened body, including `user`; the fields of a multipart body, with files as {@link FakeFile}. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly transactionId: string;
}

/** An uploaded file. */
export interface FakeFile {
  readonly name: string;
  readonly text: string;
}

/** A handler's second argument. */
export interface FakeContext {
  readonly request: FakeRequest;
  readonly session: FakeSession;
}

/** A handler may return or throw its failure. */
type HandlerAnswer<Answer> = Answer | FakeReply | FakeFailure | FakeNetworkFailure;
type Handler<Body, Answer> = (
  body: Body,
  context: FakeContext,
) => HandlerAnswer<Answer> | Promise<HandlerAnswer<Answer>>;

/** The body of a copy call (B5). */
export interface FakeCopyBody {
  readonly file: FakeFile;
  readonly user: string;
  readonly level?: string | undefined;
  readonly batchId?: string | undefined;
}

/**
 * The fake API's answers. A handler returns the answer on the wire, or returns or throws FakeFailure or
 * FakeNetworkFailure. One that never settles is a server that hangs.
 */
export type FakeHandlers = {
  readonly [Name in CallName]?:
    | Handler<
        v.InferOutput<(typeof calls)[Name]['body']> & { readonly user?: string },
        v.InferInput<(typeof calls)[Name]['answer']>
      >
    | undefined;
} & {
  /** Every bulk copy call; `context.request.path` says which (B15). */
  readonly copy?: Handler<FakeCopyBody, v.InferInput<typeof copyAnswer>> | undefined;
  /** GET files/<folder>/<file>: the file's text (D3). */
  readonly file?: Handler<object, string> | undefined;
};

/** A fake call of a team's service; made by `fakeService()`. */
export interface FakeService {
  readonly path: string;
  readonly callOf: (remote: string) => CallDefinition;
  /** On the wire. */
  readonly answer: (body: object, context: FakeContext) => Promise<unknown>;
}

/** Options of {@link createFakeApi}; all optional. */
export interface FakeApiOptions {
  readonly sharedKey?: string | undefined;
  /** `legacy-cryptojs`: a back end that knows only the specification and refuses all else (D1a). */
  readonly codec?: 'v1' | 'legacy-cryptojs' | undefined;
  /** A legacy back end's own names in requests and handlers (D1a). */
  readonly names?: BackEndNames | undefined;
  /** IANA zone of times in a legacy back end's handlers (D1a); default UTC. */
  readonly serverTimeZone?: string | undefined;
  readonly handlers?: FakeHandlers | undefined;
  /** Default: no services. */
  readonly services?: readonly FakeService[] | undefined;
  readonly session?: Partial<FakeSession> | undefined;
  /** Default /api/. */
  readonly apiBase?: string | undefined;
  /** The server's clock, in milliseconds of the epoch; default Date.now. */
  readonly now?: (() => number) | undefined;
}

/** A fake of the server at the wire: it really opens and seals, so that the client runs unchanged. */
export interface FakeApi {
  readonly fetch: (url: string, init: RequestInit) => Promise<ApiResponse>;
  /** In order. */
  readonly requests: readonly FakeRequest[];
  requestsOf(call: NonNullable<FakeRequest['call']>): readonly FakeRequest[];
  readonly session: FakeSession;
  readonly codec: Promise<EnvelopeCodec>;
  /** Replaces some handlers from now on. */
  use(handlers: FakeHandlers): void;
  /** Answers every call with a token with 'Authorization Failed' until the next login (S8). */
  revokeSession(): void;
  /** A client of this API, logged in as `session` by default. */
  client(options?: Partial<ApiClientOptions>): ApiClient;
}
