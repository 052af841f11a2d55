import { IntlMessageFormat } from 'intl-messageformat';
import { page, type TextValues } from '../i18n/state.ts';

const formats = new Map<string, IntlMessageFormat>();

function formatOf(text: string, locale: string): IntlMessageFormat {
  const key = `${locale} ${text}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new IntlMessageFormat(text, locale);
  formats.set(key, made);
  return made;
}

const format = (text: string, locale: string, values: TextValues): string =>
  String(formatOf(text, locale).format(values));

/** Formats plurals and selections by their language's rules from now on. */
export function provideIcuFormatter(): void {
  page.format = format;
}
