import { addCatalogue, english, readCatalogue, type Language } from '@device-console/shared-lib/i18n-host';
import type { ChosenRelease } from '../releases/release.ts';
import { usableHash } from './integrity.ts';

/** Milliseconds that a screen may wait for its translations. */
const TEXTS_MS = 3_000;

/**
 * Fetches a release's catalogue for the page's language, and adds it before the release's modules run. Null in English,
 * or if the remote lacks the language. Reports why a remote stays in English; it is shown all the same.
 */
export function createRemoteTexts(language: Language) {
  return ({ id, baseUrl, declaration }: ChosenRelease): Promise<void> | null => {
    const named = language.id === english.id ? undefined : declaration.languages?.[language.id];
    if (!named) return null;
    const load = async (): Promise<void> => {
      if (!usableHash.test(named.integrity)) throw new Error(`${id} names no usable hash of ${named.file}.`);
      const signal = AbortSignal.timeout(TEXTS_MS);
      const ask = (cache: 'default' | 'reload') =>
        fetch(new URL(baseUrl + named.file, document.baseURI).href, {
          cache,
          credentials: 'omit',
          signal,
          integrity: named.integrity,
        });
      // After a failure bypass the cache: a browser keeps files even if altered in transit.
      const answer = await ask('default').catch(() => ask('reload'));
      if (!answer.ok) throw new Error(`${baseUrl}${named.file} answered ${answer.status}.`);
      addCatalogue(id, readCatalogue(await answer.json()));
    };
    return load().catch(reportError);
  };
}
