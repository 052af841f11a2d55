import { TimeoutError } from '../common/timeout.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { readDevelopmentDeclaration, type DevelopmentOverride } from '@device-console/shared-lib/trust';
import { t } from '../t.ts';

export interface DevServerPorts {
  readonly fetchDeclaration: (
    url: string,
    init: { cache: 'no-store'; credentials: 'omit'; signal: AbortSignal },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  /** Rejects with TimeoutError, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/** Milliseconds: a dev server answers only after its running build. */
const ANSWER_BUDGET_MS = 8_000;

/** Asks an override's dev server for its declaration. Throws RemoteLoadError. */
export async function askDevServer(
  { id, origin }: Pick<DevelopmentOverride, 'id' | 'origin'>,
  ports: DevServerPorts,
): Promise<ChosenRelease> {
  const url = `${origin}/remote.json`;
  const failed = (failure: RemoteLoadError['failure'], detail: string, cause?: unknown): RemoteLoadError =>
    new RemoteLoadError(failure, { id, version: t('under development') }, `${url} ${detail}`, { cause });
  const declared = readDevelopmentDeclaration(await read(url, id, failed, ports), id);
  if (declared.status === 'broken') throw failed('malformed', `${declared.message}.`);
  const { declaration } = declared;
  const build = { id, sequence: 0, baseUrl: `${origin}/`, publishedAt: '', declaration };
  return { ...build, source: 'development', keyId: null };
}

type Failed = (failure: RemoteLoadError['failure'], detail: string, cause?: unknown) => RemoteLoadError;

/** Bypasses the browser's cache. */
async function read(
  url: string,
  id: string,
  failed: Failed,
  { fetchDeclaration, timeout }: DevServerPorts,
): Promise<unknown> {
  const otherwise = t('Is it the dev server of {id}?', { id });
  const controller = new AbortController();
  const { signal } = controller;
  try {
    const late = timeout(ANSWER_BUDGET_MS, signal);
    const asked = fetchDeclaration(url, { cache: 'no-store', credentials: 'omit', signal });
    const response = await Promise.race([asked, late]);
    if (!response.ok) throw failed('missing', `answered ${response.status}. ${otherwise}`);
    return await Promise.race([response.json(), late]);
  } catch (error) {
    if (error instanceof TimeoutError)
      throw failed('time-out', `did not answer within ${ANSWER_BUDGET_MS / 1_000} seconds.`, error);
    if (error instanceof SyntaxError) throw failed('malformed', `is no JSON. ${otherwise}`, error);
    if (error instanceof TypeError || error instanceof DOMException) {
      const advice = t('Start the dev server; if it runs, let the browser ask this computer, and reload the page.');
      throw failed('unreachable', `could not be read. ${advice}`, error);
    }
    throw error;
  } finally {
    controller.abort();
  }
}
