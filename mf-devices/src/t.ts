import { translatorOf } from '@device-console/shared-lib/i18n';

/** The texts of this remote. */
export const t = translatorOf('mf-devices');
