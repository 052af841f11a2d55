import * as v from 'valibot';
import { type Catalogue, type Language, page } from '../i18n/state.ts';

const catalogue = v.record(v.string(), v.string());

/** Reads a catalogue; throws if it is not one. */
export const readCatalogue = (document: unknown): Catalogue => v.parse(catalogue, document);

/** Adds the texts of a package; a later release replaces an earlier one's. */
export function addCatalogue(packageName: string, texts: Catalogue): void {
  page.catalogues.set(packageName, { ...page.catalogues.get(packageName), ...texts });
}

/** Sets the page's language, before any module with texts runs. */
export function speak(language: Language): void {
  page.language = language;
}

/** The language of this page. */
export const spokenLanguage = (): Language => page.language;

/** Fetches this library's texts in a language other than English. */
export async function loadCommonCatalogue(id: string): Promise<Catalogue> {
  const module: { readonly default: unknown } = await import(
    /* webpackChunkName: "language-[request]" */ `../locales/${id}.json`
  );
  return readCatalogue(module.default);
}
