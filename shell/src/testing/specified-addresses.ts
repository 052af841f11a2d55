// Menus and addresses, copied from the specification's two documents by hand, not derived from a declaration.
import type { Audience } from '@device-console/shared-lib/contract';

/** The sidebars in order (N1, N2). Those of the second document are under /superadmin/. */
export const specifiedSidebars: Readonly<Record<Audience, readonly string[]>> = {
  standard: [
    '/',
    '/enableNotification',
    '/setWallpaper',
    '/removeWallpaper',
    '/activateAlarm',
    '/deactivateAlarm',
    '/gradeDisableApp',
    '/restoreApp',
    '/disableCamera',
    '/enableCamera',
    '/releaseDevice',
    '/deviceDetails',
    '/formattedDevice',
    '/enableCredit',
    '/userManagement',
    '/reports',
    '/appversion',
    '/auditReport',
    '/logout',
  ],
  superadmin: [
    '/superadmin/enableNotification',
    '/superadmin/setWallpaper',
    '/superadmin/removeWallpaper',
    '/superadmin/activateAlarm',
    '/superadmin/deactivateAlarm',
    '/superadmin/gradeDisableApp',
    '/superadmin/restoreApp',
    '/superadmin/disableCamera',
    '/superadmin/enableCamera',
    '/superadmin/releaseDevice',
    '/superadmin/deviceDetails',
    '/superadmin/formattedDevice',
    '/superadmin/userManagement',
    '/superadmin/reports',
    '/superadmin/appversion',
    '/superadmin/deviceAction',
    '/superadmin/lastCommand',
    '/superadmin/auditReport',
    '/superadmin/logout',
  ],
};

/** Screens with a route but in no ordinary sidebar (N3). */
export const specifiedHidden: readonly string[] = [
  '/lockDevice',
  '/unlockDevice',
  '/blockApp',
  '/unblockapp',
  '/revokeCredit',
  '/keyManagement',
  '/batch',
  '/lastCommand',
];

const more = [
  'lockDevice',
  'unlockDevice',
  'blockApp',
  'unblockapp',
  'revokeCredit',
  'devices',
  'batches',
  'keyManagement',
  'operatorAudit',
];

/**
 * The menu's section More: what the specification's menus do not list, and what is beyond it. For a deployment without
 * approvals; otherwise it also has Approvals (C15).
 */
export const sidebarsMore: Readonly<Record<Audience, readonly string[]>> = {
  standard: more.map((path) => `/${path}`),
  superadmin: [...more, 'operations', 'platform'].map((path) => `/superadmin/${path}`),
};
