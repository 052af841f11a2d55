import { translatorOf } from '@device-console/shared-lib/i18n';

/** The texts of the host. */
export const t = translatorOf('shell');
