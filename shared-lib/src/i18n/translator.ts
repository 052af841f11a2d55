import { page, type TextValues } from './state.ts';

/** Gives a package's texts in the language of the page. */
export interface Translator {
  /**
   * The text in the language of the page, with `values` for `{name}`, and for plurals and selections in ICU syntax. The
   * English text is the key of the catalogues; without an entry it is shown itself.
   */
  (text: string, values?: TextValues): string;
  /** For a text in data, such as a command's title. */
  readonly known: (text: string) => string;
}

/** Every package may use its texts, so that common words are translated once. */
const COMMON = 'shared-lib';

const icuArgument = /\{\s*\w+\s*,/;
const otherBranch = /\{\s*\w+\s*,\s*(?:plural|select)\s*,.*?\bother\s*\{((?:[^{}]|\{\w+\})*)\}\s*\}/gs;

/** The translator of a package, by its name without the scope: `export const t = translatorOf('mf-devices')`. */
export function translatorOf(packageName: string): Translator {
  const find = (text: string): string =>
    page.catalogues.get(packageName)?.[text] || page.catalogues.get(COMMON)?.[text] || text;
  const translate = (text: string, values?: TextValues): string => {
    const found = find(text);
    if (!values) return found;
    try {
      return filled(found, page.language.locale, values);
    } catch (error) {
      // A fault of a catalogue; one of the text itself is a bug.
      if (found === text) throw error;
      return filled(text, 'en', values);
    }
  };
  return Object.assign(translate, { known: find });
}

/** Plurals and selections need the formatter; until it is loaded, the form `other` is used for all. */
function filled(text: string, locale: string, values: TextValues): string {
  if (icuArgument.test(text) && page.format) return page.format(text, locale, values);
  return text
    .replace(otherBranch, '$1')
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** The locale of dates and numbers: that of the page's language. */
export const formatLocale = (): string => page.language.locale;
