import { IMEI_LENGTH } from '../../contract/imei.ts';
import { t } from '../../i18n/own.ts';

/** The texts of the field of an IMEI. */
export const messages = {
  imeiCheckDigit: t(
    'The last digit does not fit the others. Please compare this IMEI with the device before you go on.',
  ),
  imeiDigitsOnly: t('An IMEI has digits only. Please remove the other characters.'),
  imeiHint: t('Please provide 15 digit IMEI number'),
  imeiLabel: t('IMEI number'),
  imeiLength: (count: number) =>
    t('IMEI number must be exactly {imeiLength} digits; this one has {count}.', { imeiLength: IMEI_LENGTH, count }),
  imeisPasted: (count: string) => t('{count} IMEIs.', { count }),
  imeisPastedHelp: t('This field takes one of them.'),
  makeBatch: t('Make a batch?'),
  imeiMissing: t('Please provide 15 digit IMEI number'),
} as const;
