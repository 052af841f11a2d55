import { t } from '../../i18n/own.ts';

const SHOWN = 5;

/** Says which of the figures in a text are no IMEI, and so were not used (Q2); '' where all were. */
export function unusedText(unused: readonly string[]): string {
  if (unused.length === 0) return '';
  const shown = unused.slice(0, SHOWN).join(', ');
  return t('Not an IMEI of 15 digits: {list}.', {
    list:
      unused.length > SHOWN ? t('{shown} and {count} more', { shown, count: String(unused.length - SHOWN) }) : shown,
  });
}
