import type { ReactNode } from 'react';
import { addressOf, useConsole, useSession } from '@device-console/shared-lib/console';
import { type Language, languages, spokenLanguage } from '@device-console/shared-lib/i18n-host';
import { Link } from '@device-console/shared-lib/router';
import { LineIcon, type LineIconName } from '@device-console/shared-lib/ui/icons';
import { GuardedButton } from '../common/guarded-button.tsx';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { choosePreference, usePreference, type PreferenceName, type PreferenceOf } from '../common/preferences.ts';
import { keepLanguage } from '../language/start-language.ts';
import { accountPage, isServed, menuAudience } from '../navigation/screen-routes.ts';
import { Keys } from '../search/search-button.tsx';
import { useSearch } from '../search/search-context.ts';
import styles from './bar-panel.module.css';
import { BarPanel } from './bar-panel.tsx';
import { t } from '../t.ts';

/** What a reload would cost. */
export type ReloadGuard = Pick<LeaveGuard, 'reasonToStay' | 'reload'>;

interface AccountPanelProps {
  readonly guard: ReloadGuard | undefined;
}

export function AccountPanel({ guard }: AccountPanelProps): ReactNode {
  const session = useSession();
  const { email } = session;
  const { openShortcuts } = useSearch();
  const { config } = useConsole();
  const face = (
    <span className={styles['initial']} aria-hidden="true">
      {email.charAt(0).toUpperCase()}
    </span>
  );
  return (
    <BarPanel label={t('Account of {email}', { email })} face={face}>
      <p className={styles['email']}>{email}</p>
      <Choice name="theme" title={t('Theme')} choices={themes} />
      <LanguageChoice guard={guard} />
      <Choice name="density" title={t('Density')} choices={densities} />
      <div className={styles['entries']}>
        <button type="button" className={styles['entry']} aria-haspopup="dialog" data-closes onClick={openShortcuts}>
          <LineIcon name="keyboard" />
          {t('Keyboard shortcuts')}
          <span className={styles['keys']} aria-hidden="true">
            <Keys keys={['?']} />
          </span>
        </button>
        {isServed(accountPage, config) && (
          <Link className={styles['entry'] ?? ''} to={addressOf(menuAudience(session), accountPage.path)}>
            <LineIcon name="user" />
            {accountPage.title}
          </Link>
        )}
        <Link className={styles['entry'] ?? ''} to={addressOf(menuAudience(session), 'logout')}>
          <LineIcon name="logout" />
          {t('Logout')}
        </Link>
      </div>
    </BarPanel>
  );
}

const themes = [
  { choice: 'system', title: t('System'), icon: 'theme-system' },
  { choice: 'light', title: t('Light'), icon: 'theme-light' },
  { choice: 'dark', title: t('Dark'), icon: 'theme-dark' },
] as const;

const densities = [
  { choice: 'comfortable', title: t('Comfortable') },
  { choice: 'compact', title: t('Compact') },
] as const;

interface ChoiceProps<Name extends PreferenceName> {
  readonly name: Name;
  readonly title: string;
  readonly choices: readonly {
    readonly choice: PreferenceOf<Name>;
    readonly title: string;
    readonly icon?: LineIconName;
  }[];
}

/** Takes effect at once. */
function Choice<Name extends PreferenceName>({ name, title: legend, choices }: ChoiceProps<Name>): ReactNode {
  const chosen = usePreference(name);
  return (
    <fieldset className={styles['choice']}>
      <legend>{legend}</legend>
      <div>
        {choices.map(({ choice, title, icon }) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={choice === chosen}
              onChange={() => choosePreference(name, choice)}
            />
            {icon && <LineIcon name={icon} size={16} />}
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Languages by their own names. Choosing one reloads the page; asks first if that would cost something. */
function LanguageChoice({ guard }: AccountPanelProps): ReactNode {
  const choose = (language: Language): void => {
    keepLanguage(localStorage, language);
    if (guard) guard.reload();
    else location.reload();
  };
  return (
    <fieldset className={styles['choice']}>
      <legend>{t('Language')}</legend>
      <div>
        {languages.map((language) => (
          <span key={language.id} lang={language.id}>
            {language.id === spokenLanguage().id ? (
              <span aria-current="true">{language.name}</span>
            ) : (
              <GuardedButton
                label={language.name}
                size="small"
                variant="quiet"
                warning={() => guard?.reasonToStay() ?? null}
                onPress={() => choose(language)}
              />
            )}
          </span>
        ))}
      </div>
    </fieldset>
  );
}
