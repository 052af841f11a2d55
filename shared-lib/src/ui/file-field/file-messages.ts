import { t } from '../../i18n/own.ts';

/** The texts of the field of a file. */
export const messages = {
  chooseFile: t('Choose a file'),
  chooseOtherFile: t('Choose another file'),
  dropFile: t('or drop it here'),
  dropOneFile: (count: number) => t('{count} files were dropped. Please drop one file at a time.', { count }),
  fileSize: (size: string) => t('{value} KB', { value: size }),
} as const;
