import { page, type TextValues } from './state.ts';

/** Gives the texts of one package in the language of the page. */
export interface Translator {
  /**
   * The text in the language of the page, with `values` in the place of `{name}`, of plurals and of selections in the
   * syntax of ICU. The English text is the key of the catalogues; what no catalogue has is shown in English.
   */
  (text: string, values?: TextValues): string;
  /** The same of a text that stands in data, such as the title of a command. */
  readonly known: (text: string) => string;
}

/** Whose texts every package may use, so that common words are translated once. */
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
      // A fault of a catalogue; one of the text itself is a mistake of the code.
      if (found === text) throw error;
      return filled(text, 'en', values);
    }
  };
  return Object.assign(translate, { known: find });
}

/** Plurals and selections need the formatter; before it is there, the form that fits most stands for all. */
function filled(text: string, locale: string, values: TextValues): string {
  if (icuArgument.test(text) && page.format) return page.format(text, locale, values);
  return text
    .replace(otherBranch, '$1')
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** The locale by which dates and numbers are written: that of the language of the page. */
export const formatLocale = (): string => page.language.locale;
