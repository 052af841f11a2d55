import type { WaitingUpdate } from './decide.ts';
import { t } from '../t.ts';

/** What a release waits for, in the language of the page. */
export const waitingTexts: Readonly<Record<WaitingUpdate['waitsFor'], string>> = {
  'next-screen': t('It comes with the next screen that you open.'),
  batch: t('It comes after the batch that uses the current version.'),
  reload: t('It is at a new address, which this page can use after a reload.'),
  console: t('It needs a newer version of the console and comes with it.'),
};
