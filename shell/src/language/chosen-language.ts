import { english, languages, type Language } from '@device-console/shared-lib/i18n-host';
import type { LeaveGuard } from '../common/leave-guard.ts';

/** It outlives the session: the login page speaks it too. */
const KEY = 'browser:language';

/** The language that was chosen in this browser, English where none was. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const id = storage.getItem(KEY);
  return languages.find((language) => language.id === id) ?? english;
}

/** Keeps the choice for the pages of this browser that are loaded from now on. */
function keepLanguage(storage: Pick<Storage, 'setItem'>, { id }: Language): void {
  storage.setItem(KEY, id);
}

/** Keeps the choice and loads the page again, in that language. The operator has been asked, where that has a cost. */
export function changeLanguage(
  language: Language,
  guard: Pick<LeaveGuard, 'reload'> | undefined,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  keepLanguage(storage, language);
  if (guard) guard.reload();
  else location.reload();
}
