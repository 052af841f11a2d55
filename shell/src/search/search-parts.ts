/** The code of the search, which no page needs at first. */
export { SearchDialog } from './search-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
