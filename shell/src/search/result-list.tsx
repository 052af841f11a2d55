import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';
import styles from './search-dialog.module.css';
import { t } from '../t.ts';

interface ResultListProps {
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  readonly marked: Marked;
}

/** The search field refers to the marked result by it. */
const optionId = (listId: string, { id }: Choice): string => `${listId}-${id.replace(/[^\w-]/g, '_')}`;

/** A listbox; the focus stays in the search field. */
export function ResultList({ id, groups, marked }: ResultListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const markedId = marked.choice?.id;
  useLayoutEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && option) bringIntoView(list.current, option);
  }, [markedId]);
  return (
    <div ref={list} id={id} className={styles['list']} role="listbox" aria-label={t('Results')}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <div id={`${id}-${group.id}`} className={styles['group']} role="presentation">
            {group.title}
          </div>
          {group.choices.map((choice) => (
            <div
              key={choice.id}
              id={optionId(id, choice)}
              className={styles['option']}
              role="option"
              aria-selected={marked.choice === choice}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => marked.mark(choice)}
              onClick={choice.onChoose}
            >
              <EntryIcon name={choice.icon} />
              <span className={styles['title']}>{choice.label ?? choice.title}</span>
              {choice.detail !== undefined && <span className={styles['detail']}>{choice.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Scrolls only the list, not the page behind it. */
function bringIntoView(list: HTMLElement, option: HTMLElement): void {
  const [top, bottom] = [option.offsetTop - list.offsetTop, option.offsetTop - list.offsetTop + option.offsetHeight];
  // For the first result, shows the caption of its group too.
  if (top < list.scrollTop + option.offsetHeight) list.scrollTop = Math.max(0, top - option.offsetHeight);
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

type Marked = ReturnType<typeof useMarked>;

/**
 * Marks the first result of a new text. The arrow keys move the mark, wrapping at both ends. While `isHeld` nothing is
 * marked until a key or the pointer does it, so that a hasty Enter after a command sends no other.
 */
export function useMarked(groups: readonly ChoiceGroup[], isHeld: boolean) {
  const choices = groups.flatMap((group) => group.choices);
  const [marked, setMarked] = useState<string | null>(null);
  const chosen = choices.find(({ id }) => id === marked);
  const choice = chosen ?? (isHeld ? null : (choices[0] ?? null));
  const move = (step: 1 | -1): void => {
    const from = choice ? choices.indexOf(choice) : step === 1 ? -1 : 0;
    const next = choices[(from + step + choices.length) % choices.length];
    if (next) setMarked(next.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || choices.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      choice?.onChoose();
    }
  };
  return {
    choice,
    mark: ({ id }: Choice) => setMarked(id),
    /** Marks the first one again. */
    clear: () => setMarked(null),
    onKeyDown,
  };
}

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
