import { translatorOf } from './translator.ts';

/** The texts of this library. */
export const t = translatorOf('shared-lib');
