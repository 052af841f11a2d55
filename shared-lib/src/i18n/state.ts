import { english, type Language } from './languages.ts';

/** Values of placeholders, by name. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A package's texts in one language, by the English text. An empty one is untranslated. */
export type Catalogue = Readonly<Record<string, string>>;

/** Formats a text in ICU syntax; throws if it is not. */
type IcuFormatter = (text: string, locale: string, values: TextValues) => string;

/** Set before the modules with texts run; it never changes on a page. */
interface PageLanguage {
  language: Language;
  readonly catalogues: Map<string, Catalogue>;
  format: IcuFormatter | null;
}

/** The one state of this page, or of a test. */
export const page: PageLanguage = { language: english, catalogues: new Map(), format: null };
