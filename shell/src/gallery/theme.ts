import { useEffect } from 'react';

/** One of the two themes. */
export type Theme = 'light' | 'dark';

/** How the examples are shown; `own` is the theme of the operator's system. */
export type ThemeChoice = 'own' | Theme | 'both';

/** The choices in their order, as the switch names them. */
export const themeChoices: readonly { readonly choice: ThemeChoice; readonly title: string }[] = [
  { choice: 'own', title: 'As your system' },
  { choice: 'light', title: 'Light' },
  { choice: 'dark', title: 'Dark' },
  { choice: 'both', title: 'Both' },
];

/** The themes in which each example is there; null stands for that of the page. */
export function themesOf(choice: ThemeChoice): readonly (Theme | null)[] {
  if (choice === 'both') return ['light', 'dark'];
  return [choice === 'own' ? null : choice];
}

/**
 * Gives the whole page the chosen theme, so that dialogs and menus above it have it too; the operator's own comes back
 * afterwards.
 */
export function usePageTheme(choice: ThemeChoice): void {
  useEffect(() => {
    if (choice === 'own' || choice === 'both') return undefined;
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    dataset['theme'] = choice;
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, [choice]);
}
