import { t } from '../../i18n/own.ts';

/** What the copy button of an IMEI says. */
export const imeiTexts = {
  copy: (imei: string) => t('Copy IMEI {imei}', { imei }),
  copied: (imei: string) => t('IMEI {imei} is copied', { imei }),
  refused: (imei: string) => t('IMEI {imei} could not be copied: select it and copy it by hand', { imei }),
} as const;
