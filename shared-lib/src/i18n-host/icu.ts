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

/** From now on texts with plurals and selections are formatted by their language's rules. */
export function provideIcuFormatter(): void {
  page.format = format;
}
