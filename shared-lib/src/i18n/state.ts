/** A language of the console. */
export interface Language {
  /** Name of its catalogues, and value of `lang`. */
  readonly id: string;
  /** Locale of dates and numbers (BCP 47). */
  readonly locale: string;
  /** In the language itself. */
  readonly name: string;
}

/** The language of the sources: it has no catalogue. */
export const english: Language = { id: 'en', locale: 'en-IN', name: 'English' };

/** Every language that can be chosen. Each but English has a file of its id in every package's `src/locales`. */
export const languages: readonly Language[] = [english, { id: 'hi', locale: 'hi-IN', name: 'हिन्दी' }];

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
