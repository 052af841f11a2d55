import {
  examinePreview,
  readDevelopmentDeclaration,
  type DevelopmentOverride,
  type PreviewName,
  type PreviewRules,
  type RemotePreview,
} from '@device-console/shared-lib/trust';
import { TimeoutError } from '../common/timeout.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { orFailed, remoteOf, type Failed } from './override-failure.ts';
import { t } from '../t.ts';

/** What was found where an override says that its build is. */
export type OverrideAnswer = { readonly status: 'declared'; readonly release: ChosenRelease } | Failed;

/** A preview that this account may use here and now. */
export interface UsablePreview {
  readonly preview: RemotePreview;
  /** How long it lasts from now by the server's time, in milliseconds. */
  readonly lastsMs: number;
}

/** What asking for a preview came to. */
export type PreviewAnswer = { readonly status: 'usable'; readonly found: UsablePreview } | Failed;

/** What reads dev servers and previews; neither rejects but for a mistake of ours. */
export interface OverrideReaders {
  /** Asks the dev server of an override what it has. */
  readonly ask: (override: Pick<DevelopmentOverride, 'id' | 'origin'>) => Promise<OverrideAnswer>;
  /** Reads and verifies a preview for an account. */
  readonly readPreview: (wanted: PreviewName & { readonly version?: string }, email: string) => Promise<PreviewAnswer>;
}

/** What dev servers and previews are read and verified with. */
export interface ReaderPorts extends Pick<PreviewRules, 'keys' | 'epoch' | 'verify'> {
  readonly fetchDeclaration: (
    url: string,
    init: { cache: 'no-store'; credentials: 'omit'; signal: AbortSignal },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  /** Rejects with TimeoutError after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
  /** The server's time as well as it is known, in milliseconds since 1970. */
  readonly now: () => number;
  /** The address of a preview's document. */
  readonly previewUrl: (wanted: PreviewName) => string;
  readonly pageUrl: string;
  /** The origins that the page may load from; null where that is not known, because the registry could not be read. */
  readonly allowedOrigins: () => Promise<ReadonlySet<string> | null>;
}

/** Makes what reads the overrides of one console. */
export function createReaders({ now, previewUrl, pageUrl, allowedOrigins, ...ports }: ReaderPorts): OverrideReaders {
  async function askDevServer({ id, origin }: Pick<DevelopmentOverride, 'id' | 'origin'>): Promise<OverrideAnswer> {
    const url = `${origin}/remote.json`;
    const remote = remoteOf({ source: 'development', id });
    const otherwise = t('Is it the dev server of {id}?', { id });
    const unreachable = t('Start the dev server; if it runs, let the browser ask this computer, and reload the page.');
    const declared = readDevelopmentDeclaration(await read({ url, remote, otherwise, unreachable }, ports), id);
    if (declared.status === 'broken') throw new RemoteLoadError('malformed', remote, `${url} ${declared.message}.`);
    const { declaration } = declared;
    const build = { id, sequence: 0, baseUrl: `${origin}/`, publishedAt: '', declaration };
    return { status: 'declared', release: { ...build, source: 'development', keyId: null } };
  }

  async function findPreview(
    { id, name, version }: PreviewName & { readonly version?: string },
    email: string,
  ): Promise<PreviewAnswer> {
    const remote = remoteOf({ source: 'preview', id, version });
    const refused = (message: string): RemoteLoadError =>
      new RemoteLoadError('preview-refused', remote, `It is not used: ${message}.`);
    const otherwise = t(
      'Previews are deleted some time after they have expired; see that the address is whole, or ask its ' +
        'team for another.',
    );
    const unreachable = t('Look at the server of registry.json, and try again.');
    const body = await read({ url: previewUrl({ id, name }), remote, otherwise, unreachable }, ports);
    const result = await examinePreview(body, { id, name }, { ...ports, email, now: now() });
    if (result.status === 'refused') throw refused(result.message);
    const { preview } = result;
    const { origin } = new URL(preview.baseUrl, pageUrl);
    const allowed = await allowedOrigins();
    if (allowed && !allowed.has(origin)) {
      const named = "its security policy names the origins of the registry's entries, and none is there";
      throw refused(`this page may not load from ${origin}: ${named}`);
    }
    return { status: 'usable', found: { preview, lastsMs: Date.parse(preview.expiresAt) - now() } };
  }

  return {
    ask: (override) => orFailed(() => askDevServer(override)),
    readPreview: (wanted, email) => orFailed(() => findPreview(wanted, email)),
  };
}

/**
 * How long a server may take to say what an override is, in milliseconds. A dev server answers only when a build under
 * way is done.
 */
const ANSWER_BUDGET_MS = 8_000;

interface Wanted {
  readonly url: string;
  readonly remote: ReturnType<typeof remoteOf>;
  /** What to look at where a server answers something else. */
  readonly otherwise: string;
  /** The same where it does not answer at all. */
  readonly unreachable: string;
}

/** Reads what an override is, past the browser's cache and bounded in time; throws RemoteLoadError where it cannot. */
async function read(
  { url, remote, otherwise, unreachable }: Wanted,
  { fetchDeclaration, timeout }: Pick<ReaderPorts, 'fetchDeclaration' | 'timeout'>,
): Promise<unknown> {
  const failed = (failure: RemoteLoadError['failure'], detail: string, cause?: unknown): RemoteLoadError =>
    new RemoteLoadError(failure, remote, detail, { cause });
  const controller = new AbortController();
  const { signal } = controller;
  try {
    const late = timeout(ANSWER_BUDGET_MS, signal);
    const asked = fetchDeclaration(url, { cache: 'no-store', credentials: 'omit', signal });
    const response = await Promise.race([asked, late]);
    if (!response.ok) throw failed('missing', `${url} answered ${response.status}. ${otherwise}`);
    return await Promise.race([response.json(), late]);
  } catch (error) {
    if (error instanceof TimeoutError)
      throw failed('time-out', `${url} did not answer within ${ANSWER_BUDGET_MS / 1_000} seconds.`, error);
    if (error instanceof SyntaxError) throw failed('malformed', `${url} is no JSON. ${otherwise}`, error);
    if (error instanceof TypeError || error instanceof DOMException)
      throw failed('unreachable', `${url} could not be read. ${unreachable}`, error);
    throw error;
  } finally {
    controller.abort();
  }
}
