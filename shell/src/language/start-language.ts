import {
  addCatalogue,
  english,
  type Language,
  languages,
  loadCommonCatalogue,
  readCatalogue,
  speak,
} from '@device-console/shared-lib/i18n-host';

export type LoadCatalogues = (id: string) => Promise<readonly (readonly [packageName: string, document: unknown])[]>;

async function loadOwnCatalogue(id: string): Promise<unknown> {
  const module: { readonly default: unknown } = await import(
    /* webpackChunkName: "language-[request]" */ `../locales/${id}.json`
  );
  return module.default;
}

const loadCatalogues: LoadCatalogues = async (id) => {
  const [own, common] = await Promise.all([loadOwnCatalogue(id), loadCommonCatalogue(id)]);
  return [
    ['shell', own],
    ['shared-lib', common],
  ];
};

/** Sets the page's language before any module with texts runs; English if its catalogue is missing. */
export async function startLanguage(
  language: Language,
  root: Pick<HTMLElement, 'lang'>,
  load: LoadCatalogues = loadCatalogues,
  report: (error: unknown) => void = (error) => reportError(error),
): Promise<void> {
  if (language.id === english.id) return;
  try {
    for (const [packageName, document] of await load(language.id)) addCatalogue(packageName, readCatalogue(document));
    speak(language);
    root.lang = language.id;
  } catch (error) {
    report(error);
  }
}

/** Outlives the session: the login page uses it too. */
const KEY = 'browser:language';

/** English by default. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const id = storage.getItem(KEY);
  return languages.find((language) => language.id === id) ?? english;
}

/** Used from the next load on. */
export function keepLanguage(storage: Pick<Storage, 'setItem'>, { id }: Language): void {
  storage.setItem(KEY, id);
}
