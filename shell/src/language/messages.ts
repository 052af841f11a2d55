import { t } from '../t.ts';

/** The texts of the choice of a language. */
export const messages = {
  language: t('Language'),
} as const;
