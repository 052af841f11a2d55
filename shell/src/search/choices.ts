import type { ReactNode } from 'react';

export interface Choice {
  readonly id: string;
  readonly title: string;
  /** Shown instead of the title, where that is more than text. */
  readonly label?: ReactNode;
  readonly detail?: string | undefined;
  readonly words?: string | undefined;
  /** The name of its drawing, as a declaration has it; the host may not know it. */
  readonly icon: string | undefined;
  readonly onChoose: () => void;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly Choice[];
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

const foundBy = ({ title, words = '' }: Choice): readonly string[] => wordsOf(`${title} ${words}`);

/** Those words of a text that begin a word of one of the results: what is written around an IMEI finds nothing. */
export function knownWords(groups: readonly ChoiceGroup[], text: string): string {
  const present = groups.flatMap(({ choices }) => choices.flatMap(foundBy));
  return wordsOf(text)
    .filter((word) => present.some((one) => one.startsWith(word)))
    .join(' ');
}

/** The results whose words a text begins, in any order, those first whose title it begins; no empty group. */
export function matching(groups: readonly ChoiceGroup[], text: string): readonly ChoiceGroup[] {
  const wanted = wordsOf(text);
  const beginning = text.trim().toLowerCase();
  const fits = (choice: Choice): boolean => {
    const present = foundBy(choice);
    return wanted.every((word) => present.some((one) => one.startsWith(word)));
  };
  const rank = ({ title }: Choice): number => (title.toLowerCase().startsWith(beginning) ? 0 : 1);
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(fits).toSorted((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ choices }) => choices.length > 0);
}
