import type * as v from 'valibot';
import type { ApiClient, ApiClientOptions, ApiResponse } from '../api/index.ts';
import type { BackEndNames, CallDefinition, CallName, calls } from '../contract/index.ts';
import type { copyAnswer } from '../contract/server.ts';
import type { EnvelopeCodec } from '../crypto/index.ts';
import type { FakeFailure, FakeNetworkFailure, FakeReply } from './fake-failure.ts';

/**
 * The one account of the fake API; any password logs in. By default it is an ADMIN without permissions. Like the real
 * server, the fake one answers 403 and 'You are not authorised…' to calls whose permission or role the account lacks.
 * To test what an operator may do, give `{ userlevel: 'USER', permissions: […] }`.
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

/** A request as the fake API understood it. */
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

/** What a handler gets besides the body. */
export interface FakeContext {
  readonly request: FakeRequest;
  readonly session: FakeSession;
}

/** A handler may return its failure or throw it. */
type HandlerAnswer<Answer> = Answer | FakeReply | FakeFailure | FakeNetworkFailure;
type Handler<Body, Answer> = (
  body: Body,
  context: FakeContext,
) => HandlerAnswer<Answer> | Promise<HandlerAnswer<Answer>>;

/** The body of a copy call as its handler gets it (B5). */
export interface FakeCopyBody {
  readonly file: FakeFile;
  readonly user: string;
  readonly level?: string | undefined;
  readonly batchId?: string | undefined;
}

/**
 * What the fake API does at each call. A handler returns the answer as it goes over the wire, or returns or throws
 * FakeFailure or FakeNetworkFailure. One that never settles is a server that hangs.
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

/** A call of a team's service as the fake API answers it; made by `fakeService()`. */
export interface FakeService {
  readonly path: string;
  readonly callOf: (remote: string) => CallDefinition;
  /** The answer as it goes over the wire. */
  readonly answer: (body: object, context: FakeContext) => Promise<unknown>;
}

/** What {@link createFakeApi} needs; everything has a default. */
export interface FakeApiOptions {
  readonly sharedKey?: string | undefined;
  /** `legacy-cryptojs` behaves like a back end that knows only the specification: it refuses all else (D1a). */
  readonly codec?: 'v1' | 'legacy-cryptojs' | undefined;
  /** A legacy back end's own names, which its requests and handlers use (D1a). */
  readonly names?: BackEndNames | undefined;
  /** IANA zone in which a legacy back end's handlers write times (D1a); default UTC. */
  readonly serverTimeZone?: string | undefined;
  readonly handlers?: FakeHandlers | undefined;
  /** The answers of teams' own services; default: there are no services. */
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
  /** Every request so far, in order. */
  readonly requests: readonly FakeRequest[];
  /** The requests of one call. */
  requestsOf(call: NonNullable<FakeRequest['call']>): readonly FakeRequest[];
  readonly session: FakeSession;
  readonly codec: Promise<EnvelopeCodec>;
  /** Replaces some handlers from now on. */
  use(handlers: FakeHandlers): void;
  /** From now on every call with a token is answered 'Authorization Failed' (S8), until the next login. */
  revokeSession(): void;
  /** A client of this API, logged in as `session` unless told otherwise. */
  client(options?: Partial<ApiClientOptions>): ApiClient;
}
