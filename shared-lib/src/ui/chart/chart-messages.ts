import { t } from '../../i18n/own.ts';

/** The texts of charts. */
export const messages = {
  chart: {
    day: t('Day'),
    name: t('Name'),
    value: t('Value'),
    part: (name: string, value: string) => `${name}: ${value}`,
  },
} as const;
