/** The shortcuts of the console. */
export const shortcutTexts = [
  { keys: ['Ctrl', 'K'], does: 'Search, from everywhere' },
  { keys: ['/'], does: 'Find in the menu' },
  { keys: ['?'], does: 'This list' },
  { keys: ['↑', '↓'], does: 'Go through the results' },
  { keys: ['Enter'], does: 'Open or send what is marked' },
  { keys: ['Esc'], does: 'Empty the field, close what is open' },
] as const;
