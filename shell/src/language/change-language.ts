import type { Language } from '@device-console/shared-lib/i18n-host';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { keepLanguage } from './chosen-language.ts';

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
