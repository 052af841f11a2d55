import { useRef, useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button, TextField } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './users.module.css';
import { t } from '../t.ts';
/** Letters and digits that are not mistaken for one another, on paper or by telephone. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** The server asks for five. */
const DIFFERENT_SIGNS = 8;
/** Bytes from here on would make the first signs more likely than the last. */
const FAIR_BYTES = 256 - (256 % SIGNS.length);

function sign(random: () => number): string {
  for (;;) {
    const byte = random();
    if (byte < FAIR_BYTES) return SIGNS.charAt(byte % SIGNS.length);
  }
}

const randomByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;

/** A password of 16 random signs in groups of four, about 79 bits; `random` gives bytes. */
export function suggestPassword(random: () => number = randomByte): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => sign(random)).join(''),
    );
    if (new Set(groups.join('')).size >= DIFFERENT_SIGNS) return groups.join('-');
  }
}

interface PasswordSuggestionProps {
  readonly password: string;
  readonly onSuggest: (password: string) => void;
}

/** Puts a random password into the field, and shows it for as long as it stands there: nobody can read it later. */
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
