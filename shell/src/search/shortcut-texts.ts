import { t } from '../t.ts';

/** The shortcuts of the console. */
export const shortcutTexts = [
  { keys: ['Ctrl', 'K'], does: t('Search, from everywhere') },
  { keys: ['/'], does: t('Find in the menu') },
  { keys: ['?'], does: t('This list') },
  { keys: ['↑', '↓'], does: t('Go through the results') },
  { keys: ['Enter'], does: t('Open or send what is marked') },
  { keys: ['Esc'], does: t('Empty the field, close what is open') },
] as const;
