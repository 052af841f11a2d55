import { english, languages, type Language } from '@device-console/shared-lib/i18n-host';

/** It outlives the session: the login page speaks it too. */
const KEY = 'browser:language';

/** The language that was chosen in this browser, English where none was. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const id = storage.getItem(KEY);
  return languages.find((language) => language.id === id) ?? english;
}

/** Keeps the choice for the pages of this browser that are loaded from now on. */
export function keepLanguage(storage: Pick<Storage, 'setItem'>, { id }: Language): void {
  storage.setItem(KEY, id);
}
