import { english, type Language } from './languages.ts';

/** What stands in the place of placeholders, by their names. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of one package in one language, by the English text. An empty one is not translated yet. */
export type Catalogue = Readonly<Record<string, string>>;

/** Formats a text in the syntax of ICU; throws where it is none. */
type IcuFormatter = (text: string, locale: string, values: TextValues) => string;

/** What this page speaks. It is set before the modules with texts run, and stays for the life of the page. */
interface PageLanguage {
  language: Language;
  readonly catalogues: Map<string, Catalogue>;
  format: IcuFormatter | null;
}

/** The one state of this page, or of one test. */
export const page: PageLanguage = { language: english, catalogues: new Map(), format: null };
