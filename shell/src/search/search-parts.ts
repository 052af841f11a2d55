/** The search's code, loaded on demand. */
export { SearchDialog } from './search-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
