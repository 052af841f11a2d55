import { useState, type KeyboardEvent } from 'react';
import type { Choice, ChoiceGroup } from './choices.ts';

export interface Marked {
  readonly choice: Choice | null;
  readonly mark: (choice: Choice) => void;
  /** Marks the first one again. */
  readonly clear: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Marks the first result of a new text. The arrow keys move the mark, wrapping at both ends. While `isHeld` nothing is
 * marked until a key or the pointer does it, so that a hasty Enter after a command sends no other.
 */
export function useMarked(groups: readonly ChoiceGroup[], isHeld: boolean): Marked {
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
  return { choice, mark: ({ id }) => setMarked(id), clear: () => setMarked(null), onKeyDown };
}
