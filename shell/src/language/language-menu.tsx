import { useId, type ReactNode } from 'react';
import { languages, spokenLanguage, type Language } from '@device-console/shared-lib/i18n-host';
import { GuardedButton } from '../common/guarded-button.tsx';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { t } from '../t.ts';
import { keepLanguage } from './start-language.ts';
import styles from './language-menu.module.css';

interface LanguageMenuProps {
  /** What a reload would cost, as a sentence; null if nothing. */
  readonly warning: () => string | null;
  readonly onChoose: (language: Language) => void;
}

/** Languages by their own names. Choosing one reloads the page; asks first if that would cost something. */
export function LanguageMenu({ warning, onChoose }: LanguageMenuProps): ReactNode {
  const label = useId();
  const spoken = spokenLanguage();
  return (
    <div role="group" aria-labelledby={label} className={styles['menu']}>
      <span id={label} className={styles['label']}>
        {t('Language')}
      </span>
      <div className={styles['choices']}>
        {languages.map((language) => (
          <span key={language.id} lang={language.id}>
            {language.id === spoken.id ? (
              <span aria-current="true" className={styles['spoken']}>
                {language.name}
              </span>
            ) : (
              <GuardedButton
                label={language.name}
                size="small"
                variant="quiet"
                warning={warning}
                onPress={() => onChoose(language)}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Stores the choice and reloads the page. Call it after asking the operator, if the reload costs something. */
export function changeLanguage(language: Language, guard: Pick<LeaveGuard, 'reload'> | undefined): void {
  keepLanguage(localStorage, language);
  if (guard) guard.reload();
  else location.reload();
}
