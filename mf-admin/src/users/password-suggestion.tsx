import { useRef, useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button, TextField } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { suggestPassword } from './suggest-password.ts';
import styles from './users.module.css';
import { t } from '../t.ts';

interface PasswordSuggestionProps {
  readonly password: string;
  readonly onSuggest: (password: string) => void;
}

/** Puts a random password into the field, and shows it while it is there: it cannot be read later. */
export function PasswordSuggestion({ password, onSuggest }: PasswordSuggestionProps): ReactNode {
  const [suggested, setSuggested] = useState('');
  if (suggested !== '' && suggested === password) return <Suggested password={password} />;
  const suggest = (): void => {
    const next = suggestPassword();
    setSuggested(next);
    onSuggest(next);
  };
  return (
    <div className={styles['suggestion']}>
      <Button size="small" variant="quiet" onPress={suggest}>
        <LineIcon name="key" size={14} />
        {t('Suggest a password')}
      </Button>
    </div>
  );
}

function Suggested({ password }: { readonly password: string }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => setCopied(await copyText(password, field.current));
  const told = isCopied
    ? t('Copied.')
    : t('This browser does not let the console copy. The password is selected: copy it with Ctrl+C or by hand.');
  return (
    <TextField
      label={t('Suggested password')}
      description={isCopied === null ? t('Copy it now and hand it over safely. It is not shown again.') : told}
      value={password}
      isReadOnly
      digits
      autoComplete="off"
      spellCheck="false"
      inputRef={field}
      tool={
        <Button size="small" variant="quiet" aria-label={t('Copy the suggested password')} onPress={() => void copy()}>
          <LineIcon name="copy" size={16} />
        </Button>
      }
    />
  );
}
