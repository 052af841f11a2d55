import { translatorOf } from '@device-console/shared-lib/i18n';

export const t = translatorOf('mf-reports');
