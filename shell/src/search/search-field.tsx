import type { ClipboardEvent, ReactNode } from 'react';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { optionId } from './result-list.tsx';
import styles from './search-dialog.module.css';
import type { Marked } from './use-marked.ts';
import { t } from '../t.ts';

interface SearchFieldProps {
  readonly listId: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly hasResults: boolean;
  readonly marked: Marked;
}

/** A combobox whose list is always open. */
export function SearchField({ listId, text, onText, hasResults, marked }: SearchFieldProps): ReactNode {
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasted)) return;
    // Pasting would join the lines, and so the IMEIs of a list.
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)];
    onText(`${before}${pasted.replace(/[\r\n]+/g, ', ')}${after}`);
  };
  return (
    <div className={styles['field']}>
      <LineIcon name="search" />
      <input
        className={styles['input']}
        role="combobox"
        aria-label={t('Search screens, commands, devices and batches')}
        aria-expanded={hasResults}
        aria-controls={hasResults ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={marked.choice ? optionId(listId, marked.choice) : undefined}
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        placeholder={t('Find screens, commands or an IMEI')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPaste={paste}
        onKeyDown={marked.onKeyDown}
      />
    </div>
  );
}
