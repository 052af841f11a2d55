export { translatorOf, formatLocale, type Translator } from './translator.ts';
export type { TextValues } from './state.ts';
