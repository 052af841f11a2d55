import type { ReactNode } from 'react';

export interface Choice {
  readonly id: string;
  readonly title: string;
  /** If the title is more than text. */
  readonly label?: ReactNode;
  readonly detail?: string | undefined;
  readonly words?: string | undefined;
  /** The host may not know it. */
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

/** The words of a text that begin a result's word: text around an IMEI matches nothing. */
export function knownWords(groups: readonly ChoiceGroup[], text: string): string {
  const present = groups.flatMap(({ choices }) => choices.flatMap(foundBy));
  return wordsOf(text)
    .filter((word) => present.some((one) => one.startsWith(word)))
    .join(' ');
}

/** The results whose words the text begins, in any order; title matches first. Leaves out empty groups. */
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
