import { t } from '../i18n/own.ts';

/** Means every device (C5). */
export const ALL_DEVICES = 'ALL';

/** A device in the operator's words, or all of them (C5). */
export function targetName(imei: string): string {
  return imei === ALL_DEVICES ? t('All devices') : t('IMEI {imei}', { imei });
}
