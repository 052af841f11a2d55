/** The page's language, for the host alone. */
export { addCatalogue, loadCommonCatalogue, readCatalogue, speak, spokenLanguage } from './catalogues.ts';
export { languages, english, type Language } from '../i18n/state.ts';
