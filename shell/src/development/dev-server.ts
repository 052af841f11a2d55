import { readDevelopmentDeclaration, type DevelopmentOverride } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../remotes/release.ts';
import { BudgetExceeded, RemoteLoadError, type RemoteFailure } from '../remotes/remote-load-error.ts';

/** How long a dev server may take to declare its remote, in milliseconds. It answers only when a build under way is done. */
const ANSWER_BUDGET_MS = 8_000;

/** What a dev server said. */
export type DevServerAnswer = { readonly status: 'declared'; readonly release: ChosenRelease } | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** Asks the dev server of an override what it has; never rejects. */
export type AskDevServer = (override: DevelopmentOverride) => Promise<DevServerAnswer>;

interface DevServerOptions {
  readonly fetchDeclaration: (url: string, init: { cache: 'no-store'; credentials: 'omit'; signal: AbortSignal }) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  /** Rejects with BudgetExceeded after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/** Reads `remote.json` from dev servers, bounded in time. */
export function createDevServerReader({ fetchDeclaration, timeout }: DevServerOptions): AskDevServer {
  return async ({ id, origin }) => {
    const url = `${origin}/remote.json`;
    const failed = (failure: RemoteFailure, detail: string, cause?: unknown): DevServerAnswer => ({
      status: 'failed', error: new RemoteLoadError(failure, { id, version: 'under development' }, detail, { cause }),
    });
    const controller = new AbortController();
    try {
      const late = timeout(ANSWER_BUDGET_MS, controller.signal);
      const response = await Promise.race([fetchDeclaration(url, { cache: 'no-store', credentials: 'omit', signal: controller.signal }), late]);
      if (!response.ok) return failed('missing', `${url} answered ${response.status}. Is it the dev server of ${id}?`);
      const body: unknown = await Promise.race([response.json(), late]);
      const read = readDevelopmentDeclaration(body, id);
      if (read.status === 'broken') return failed('malformed', `${url} ${read.message}.`);
      return { status: 'declared', release: { id, sequence: 0, baseUrl: `${origin}/`, publishedAt: '', declaration: read.declaration, source: 'development', keyId: null } };
    } catch (error) {
      if (error instanceof BudgetExceeded) return failed('time-out', `${url} did not answer within ${ANSWER_BUDGET_MS / 1_000} seconds.`, error);
      if (error instanceof SyntaxError) return failed('malformed', `${url} is no JSON. Is it the dev server of ${id}?`, error);
      if (error instanceof TypeError || error instanceof DOMException) {
        return failed('unreachable', `${url} could not be read. Start the dev server; if it runs, let the browser ask this computer, and reload the page.`, error);
      }
      throw error;
    } finally {
      controller.abort();
    }
  };
}
