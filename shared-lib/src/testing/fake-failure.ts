import type { IdentityChallenge } from '../contract/index.ts';

/** Fields of a {@link FakeFailure}. */
export interface FakeFailureFields {
  /** Default 200: a business answer (D2a). */
  readonly httpStatus?: number | undefined;
  readonly message: string;
  /** Names lower case or as they are; for instance Retry-After. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What is asked for before the same can be done (S17, S18, S20). */
  readonly challenge?: IdentityChallenge | undefined;
  /** Of a 403 (D2a). */
  readonly permissions?: readonly string[] | undefined;
  /** Why the server holds a command back: `budget`, `paused` or `approval` (C10 to C14). */
  readonly reason?: string | undefined;
}

/** Given or thrown by a handler of the fake API: a sealed answer with status `error`. */
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

/** Given or thrown by a handler of the fake API: the connection breaks, as if the server were gone. */
export class FakeNetworkFailure extends TypeError {
  override readonly name = 'FakeNetworkFailure';
}

/** Given by a handler of the fake API: a reply as it is, neither sealed nor JSON unless `text` is. */
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
