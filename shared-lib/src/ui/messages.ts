import { t } from '../i18n/own.ts';

/** The name of the product, in every title of the document. */
const product = t('Device Console');

/** The texts that the parts themselves bring; every other text comes from the screens (D22). */
export const messages = {
  cancel: t('Cancel'),
  closeMenu: t('Close menu'),
  confirm: t('Confirm'),
  details: t('Details'),
  dismiss: t('Dismiss'),
  documentTitle: (page: string) => (page === '' || page === product ? product : `${page} · ${product}`),
  menu: t('Menu'),
  ok: t('OK'),
  pleaseWait: t('Please wait'),
  optional: t('optional'),
  showPassword: t('Show password'),
  skipToContent: t('Skip to content'),
  typeToConfirm: (word: string) => t('Type {word} to confirm', { word }),
} as const;
