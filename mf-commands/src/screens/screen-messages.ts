import { t } from '../t.ts';

/** The texts beside a command's forms. */
export const screenMessages = {
  device: t('The device'),
  hint: t('Enter an IMEI to see its device here.'),
  looking: t('Looking up the device'),
  failed: t('The device could not be looked up. You can send the command all the same.'),
  unknown: (imei: string) =>
    t('No device is registered under IMEI {imei}. The server will refuse the command.', { imei }),
  refresh: t('Refresh'),
  retry: t('Retry'),
} as const;
