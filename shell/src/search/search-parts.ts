/** The code of the search, which no page begins with. */
export { SearchDialog } from './search-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
