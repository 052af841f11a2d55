import { english, languages, type Language } from '@device-console/shared-lib/i18n-host';

/** Outlives the session, so that the login page uses it too. */
const KEY = 'browser:language';

/** The language chosen in this browser; English by default. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const id = storage.getItem(KEY);
  return languages.find((language) => language.id === id) ?? english;
}

/** Stores the choice; this browser's pages use it from their next load. */
export function keepLanguage(storage: Pick<Storage, 'setItem'>, { id }: Language): void {
  storage.setItem(KEY, id);
}
