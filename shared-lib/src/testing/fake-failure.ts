import type { IdentityChallenge } from '../contract/index.ts';

/** Fields of a {@link FakeFailure}. */
export interface FakeFailureFields {
  /** Default 200: a business answer (D2a). */
  readonly httpStatus?: number | undefined;
  readonly message: string;
  /** Names in any case, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the server requires first (S17, S18, S20). */
  readonly challenge?: IdentityChallenge | undefined;
  /** The permissions in a 403 answer (D2a). */
  readonly permissions?: readonly string[] | undefined;
  /** Why the server holds a command back: `budget`, `paused` or `approval` (C10 to C14). */
  readonly reason?: string | undefined;
}

/** A sealed answer with status `error`, for a handler to return or throw. */
export class FakeFailure extends Error {
  override readonly name = 'FakeFailure';
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Readonly<Record<string, unknown>>;

  constructor({ httpStatus = 200, message, headers = {}, permissions, challenge, reason }: FakeFailureFields) {
    super(message);
    this.httpStatus = httpStatus;
    this.headers = headers;
    const named = permissions?.map((permission_name) => ({ permission_name }));
    this.answer = {
      status: 'error',
      message,
      ...(named && { permissions: named }),
      ...(challenge && { challenge }),
      ...(reason !== undefined && { reason }),
    };
  }
}

/** A broken connection, as if the server were gone, for a handler to return or throw. */
export class FakeNetworkFailure extends TypeError {
  override readonly name = 'FakeNetworkFailure';
}

/** A raw reply for a handler to return: not sealed, and JSON only if `text` is. */
export class FakeReply {
  readonly text: string;
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    text: string,
    httpStatus = 200,
    headers: Readonly<Record<string, string>> = { 'Content-Type': 'text/html' },
  ) {
    this.text = text;
    this.httpStatus = httpStatus;
    this.headers = headers;
  }
}
