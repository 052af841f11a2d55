import { TimeoutError } from '../common/timeout.ts';
import { RemoteLoadError, type RemoteFailure } from '../releases/remote-load-error.ts';

/**
 * How long a server may take to say what an override is, in milliseconds. A dev server answers only when a build under
 * way is done.
 */
const ANSWER_BUDGET_MS = 8_000;

/** What documents of overrides are read with. */
export interface DeclarationPorts {
  readonly fetchDeclaration: (
    url: string,
    init: { cache: 'no-store'; credentials: 'omit'; signal: AbortSignal },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  /** Rejects with TimeoutError after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/** A document that says what an override is, or why it could not be read. */
export type DeclarationRead =
  | { readonly status: 'read'; readonly body: unknown }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** What is asked for, and what to look at where it does not come. */
export interface WantedDeclaration {
  readonly url: string;
  readonly remote: { readonly id: string; readonly version: string };
  /** Of a server that answers something else. */
  readonly otherwise: string;
  /** Of one that does not answer at all. */
  readonly unreachable: string;
}

/** Reads what an override is, past the browser's cache and bounded in time; never rejects but for a mistake of ours. */
export async function readDeclaration(
  { url, remote, otherwise, unreachable }: WantedDeclaration,
  { fetchDeclaration, timeout }: DeclarationPorts,
): Promise<DeclarationRead> {
  const failed = (failure: RemoteFailure, detail: string, cause?: unknown): DeclarationRead => ({
    status: 'failed',
    error: new RemoteLoadError(failure, remote, detail, { cause }),
  });
  const controller = new AbortController();
  try {
    const late = timeout(ANSWER_BUDGET_MS, controller.signal);
    const response = await Promise.race([
      fetchDeclaration(url, { cache: 'no-store', credentials: 'omit', signal: controller.signal }),
      late,
    ]);
    if (!response.ok) return failed('missing', `${url} answered ${response.status}. ${otherwise}`);
    return { status: 'read', body: await Promise.race([response.json(), late]) };
  } catch (error) {
    if (error instanceof TimeoutError)
      return failed('time-out', `${url} did not answer within ${ANSWER_BUDGET_MS / 1_000} seconds.`, error);
    if (error instanceof SyntaxError) return failed('malformed', `${url} is no JSON. ${otherwise}`, error);
    if (error instanceof TypeError || error instanceof DOMException)
      return failed('unreachable', `${url} could not be read. ${unreachable}`, error);
    throw error;
  } finally {
    controller.abort();
  }
}
