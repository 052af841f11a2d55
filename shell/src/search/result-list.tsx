import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';
import styles from './result-list.module.css';
import type { Marked } from './use-marked.ts';
import { t } from '../t.ts';

interface ResultListProps {
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  readonly marked: Marked;
}

/** The search field refers to the marked result by it. */
export const optionId = (listId: string, { id }: Choice): string => `${listId}-${id.replace(/[^\w-]/g, '_')}`;

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
            <Option key={choice.id} listId={id} choice={choice} marked={marked} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly listId: string;
  readonly choice: Choice;
  readonly marked: Marked;
}

function Option({ listId, choice, marked }: OptionProps): ReactNode {
  const { title, label = title, detail, icon, onChoose } = choice;
  return (
    <div
      id={optionId(listId, choice)}
      className={styles['option']}
      role="option"
      aria-selected={marked.choice === choice}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => marked.mark(choice)}
      onClick={onChoose}
    >
      <EntryIcon name={icon} />
      <span className={styles['title']}>{label}</span>
      {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
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
