import { readDevelopmentDeclaration, type DevelopmentOverride } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { t } from '../t.ts';

/** Milliseconds: a dev server answers only after its running build. */
const ANSWER_BUDGET_MS = 8_000;

/** Asks an override's dev server for its declaration, past the browser's cache. Throws RemoteLoadError. */
export async function askDevServer({ id, origin }: Pick<DevelopmentOverride, 'id' | 'origin'>): Promise<ChosenRelease> {
  const url = `${origin}/remote.json`;
  const otherwise = t('Is it the dev server of {id}?', { id });
  const failed = (failure: RemoteLoadError['failure'], detail: string, cause?: unknown): RemoteLoadError =>
    new RemoteLoadError(failure, { id, version: t('under development') }, `${url} ${detail}`, { cause });
  const signal = AbortSignal.timeout(ANSWER_BUDGET_MS);
  const read = async (): Promise<unknown> => {
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal });
    if (!response.ok) throw failed('missing', `answered ${response.status}. ${otherwise}`);
    return response.json();
  };
  const explained = (error: unknown): never => {
    if (error instanceof SyntaxError) throw failed('malformed', `is no JSON. ${otherwise}`, error);
    if (error instanceof DOMException && signal.aborted)
      throw failed('time-out', `did not answer within ${ANSWER_BUDGET_MS / 1_000} seconds.`, error);
    if (error instanceof TypeError || error instanceof DOMException) {
      const advice = t('Start the dev server; if it runs, let the browser ask this computer, and reload the page.');
      throw failed('unreachable', `could not be read. ${advice}`, error);
    }
    throw error;
  };
  const declared = readDevelopmentDeclaration(await read().catch(explained), id);
  if (declared.status === 'broken') throw failed('malformed', `${declared.message}.`);
  const { declaration } = declared;
  const build = { id, sequence: 0, baseUrl: `${origin}/`, publishedAt: '', declaration };
  return { ...build, source: 'development', keyId: null };
}
