import { english, languages, type Language } from '@device-console/shared-lib/i18n-host';

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
