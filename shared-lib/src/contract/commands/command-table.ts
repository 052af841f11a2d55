import type { CommandDefinition, CommandBatch, CommandVariant } from './command-definition.ts';
import { audiences, type PermissionName } from '../permissions.ts';

/** Addresses and sidebars of operators and superadmins (N3). */
const both = audiences;
const standardOnly = ['standard'] as const;
const superadminOnly = ['superadmin'] as const;

const ordinary = { audiences: both, send: 'lockNotification', form: 'imei' } as const;

/** The title is the name of the permission (D20). */
const screen = (path: string, title: PermissionName) => ({ screen: path, title, permission: title });

function one(action: string, reportedAs: string, report = action): readonly [CommandVariant] {
  return [{ action, reportedAs, report }];
}

/** A batch of a file of IMEIs, except for `more`; `copy` is its copy call without `.php`. */
function batchOf(copy: string, statusOf: string, more: Partial<CommandBatch> = {}): CommandBatch {
  return {
    copyPath: `${copy}.php`,
    statusOf,
    file: 'imei',
    dispatch: 'getImeiDetails',
    mayCancelResume: true,
    downloadsProcessed: false,
    ...more,
  };
}

/** Each `inverse` is the id of a row. */
type CommandRows<Rows> = { readonly [Id in keyof Rows]: CommandDefinition & { readonly inverse?: keyof Rows } };

/**
 * Returns its rows, typed by their ids and definition alone: a corrected text changes no public type. Call it with
 * constant rows that satisfy `Record<string, CommandDefinition>`, which refuses unknown fields.
 */
export function commandTable<Rows extends CommandRows<Rows>>(
  rows: Rows,
): { readonly [Id in keyof Rows]: CommandDefinition } {
  return rows;
}

/** The command table (C1 to C9, B15, B16, N1 to N3): screens, calls, reports and tests derive from its rows. */
export const commands = commandTable({
  release: {
    ...ordinary,
    ...screen('releaseDevice', 'Release Device'),
    icon: 'release',
    nav: { order: 110, audiences: both },
    variants: one('release', 'RELEASE'),
    successText: 'Release Device initiated  successfully.',
    confirmText: 'Are you sure you want to release this device?',
    batch: batchOf('bulkReleaseCopy', 'releasefiles'),
    destructive: true,
    stepUp: true,
  },
  lock: {
    ...ordinary,
    ...screen('lockDevice', 'Lock Device'),
    icon: 'lock',
    more: { order: 10 },
    variants: one('lock', 'LOCK'),
    successText: 'Lock initiated  successfully.',
    batch: batchOf('bulkLockCopy', 'lockfiles'),
    destructive: true,
    inverse: 'unlock',
  },
  unlock: {
    ...ordinary,
    ...screen('unlockDevice', 'Unlock Device'),
    icon: 'unlock',
    more: { order: 20 },
    variants: one('unlock', 'UNLOCK'),
    successText: 'Unlock  Notification sent successfully.',
    batch: batchOf('bulkUnlockCopy', 'unlockfiles'),
    destructive: false,
    inverse: 'lock',
  },
  blockApp: {
    ...ordinary,
    ...screen('blockApp', 'Block App'),
    icon: 'app-blocked',
    more: { order: 30 },
    variants: one('blockapp', 'BLOCKAPP'),
    successText: 'Block Apps initiated successfully.',
    batch: batchOf('bulkBlockCopy', 'blockfiles'),
    destructive: false,
    inverse: 'unblockApp',
  },
  unblockApp: {
    ...ordinary,
    ...screen('unblockapp', 'Unblock App'),
    icon: 'app-unblocked',
    more: { order: 40 },
    variants: one('unblockapp', 'UNBLOCKAPP'),
    successText: 'Unblock App Notification sent successfully.',
    batch: batchOf('bulkUnblockCopy', 'unblockfiles'),
    destructive: false,
    inverse: 'blockApp',
  },
  notify: {
    ...screen('enableNotification', 'Enable Notification'),
    icon: 'notification',
    audiences: both,
    nav: { order: 20, audiences: both },
    send: 'lockNotification',
    form: 'notification',
    variants: one('notify', 'NOTIFY'),
    successText: 'Enable Notification initiated  successfully.',
    batch: batchOf('bulkNotifyCopy', 'notifyfiles', { file: 'notification', mayCancelResume: false }),
    destructive: false,
  },
  formattedDevice: {
    ...screen('formattedDevice', 'Formatted Device'),
    icon: 'formatted',
    audiences: both,
    nav: { order: 130, audiences: both },
    send: 'formattedDevice',
    form: 'imei',
    variants: one('formatteddevice', 'FORMATTEDDEVICE', 'deenroll'),
    successText: 'Formatted Device de-enrolled successfully. Re-install the app immediately',
    cardTitle: 'De-enroll formatted device',
    caution: true,
    batch: null,
    destructive: true,
  },
  restoreApp: {
    ...ordinary,
    ...screen('restoreApp', 'Restore App'),
    icon: 'app-restored',
    nav: { order: 80, audiences: both },
    variants: one('restoreapp', 'UNGREYAPP'),
    successText: 'Restore Apps initiated successfully',
    batch: batchOf('bulkUngreyCopy', 'restoreappfiles'),
    destructive: false,
    inverse: 'disableApp',
  },
  setWallpaper: {
    ...ordinary,
    ...screen('setWallpaper', 'Set Wallpaper'),
    icon: 'wallpaper',
    nav: { order: 30, audiences: both },
    variants: one('setwallpaper', 'LOCKWALLPAPER'),
    successText: 'Set Wallpaper initiated successfully',
    batch: batchOf('bulkSetWallpaperCopy', 'setWallpaperfiles', {
      mayCancelResume: false,
      downloadsProcessed: true,
      rowAction: 'lock',
    }),
    batchScreen: 'batch',
    destructive: false,
    inverse: 'removeWallpaper',
  },
  removeWallpaper: {
    ...ordinary,
    ...screen('removeWallpaper', 'Remove Wallpaper'),
    icon: 'wallpaper-off',
    nav: { order: 40, audiences: both },
    variants: one('removewallpaper', 'UNLOCKWALLPAPER'),
    successText: 'Remove Wallpaper initiated successfully',
    batch: batchOf('bulkUnsetWallpaperCopy', 'removewallpaperfiles', { rowAction: 'lock' }),
    destructive: false,
    inverse: 'setWallpaper',
  },
  activateAlarm: {
    ...ordinary,
    ...screen('activateAlarm', 'Activate Alarm'),
    icon: 'alarm',
    nav: { order: 50, audiences: both },
    variants: one('activatealarm', 'SETALARM'),
    successText: 'Activate Alarm initiated successfully',
    batch: batchOf('bulkSetAlarmCopy', 'activatealarmfiles'),
    destructive: false,
    inverse: 'deactivateAlarm',
  },
  deactivateAlarm: {
    ...ordinary,
    ...screen('deactivateAlarm', 'Deactivate Alarm'),
    icon: 'alarm-off',
    nav: { order: 60, audiences: both },
    variants: one('deactivatealarm', 'UNSETALARM'),
    successText: 'Deactivate Alarm initiated successfully',
    batch: batchOf('bulkUnsetAlarmCopy', 'deactivatealarmfiles'),
    destructive: false,
    inverse: 'activateAlarm',
  },
  enableCamera: {
    ...ordinary,
    ...screen('enableCamera', 'Enable Camera'),
    icon: 'camera',
    nav: { order: 100, audiences: both },
    variants: one('enablecamera', 'ENABLECAMERA'),
    successText: 'Enable Camera initiated successfully',
    batch: batchOf('bulkEnableCameraCopy', 'enablecamerafiles'),
    destructive: false,
    inverse: 'disableCamera',
  },
  disableCamera: {
    ...ordinary,
    ...screen('disableCamera', 'Disable Camera'),
    icon: 'camera-off',
    nav: { order: 90, audiences: both },
    variants: one('disablecamera', 'DISABLECAMERA'),
    successText: 'Disable Camera initiated successfully',
    batch: batchOf('bulkDisableCameraCopy', 'disablecamerafiles'),
    destructive: false,
    inverse: 'enableCamera',
  },
  disableApp: {
    ...screen('gradeDisableApp', 'Disable App'),
    icon: 'app-disabled',
    audiences: both,
    nav: { order: 70, audiences: both },
    send: 'lockNotification',
    form: 'level',
    variants: [
      {
        action: 'disableapplevel1',
        reportedAs: 'GREYAPP',
        report: 'disableapplevel1',
        choice: { value: 'level1', title: 'Level 1' },
        filePrefix: 'L1_',
      },
      {
        action: 'disableapplevel2',
        reportedAs: 'GREYAPP',
        report: 'disableapplevel2',
        choice: { value: 'level2', title: 'Level 2' },
        filePrefix: 'L2_',
      },
    ],
    successText: ' Graded Disable Apps initiated  successfully.',
    heading: 'Graded Disable App',
    batch: batchOf('bulkGreyCopy', 'disableappfiles', { level: 'choice' }),
    destructive: true,
    stepUp: true,
    inverse: 'restoreApp',
  },
  enableCredit: {
    ...ordinary,
    ...screen('enableCredit', 'Enable Credit'),
    icon: 'credit',
    nav: { order: 140, audiences: standardOnly },
    variants: one('credit', 'CREDIT', 'enablecredit'),
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkEnableCreditCopy', 'enablecreditfiles', { level: 'default' }),
    destructive: false,
    inverse: 'revokeCredit',
  },
  revokeCredit: {
    ...ordinary,
    ...screen('revokeCredit', 'Revoke Credit'),
    icon: 'credit-revoked',
    more: { order: 50 },
    variants: one('revokecredit', 'REVOKECREDIT'),
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkRevokeCreditCopy', 'revokecreditfiles', { level: 'default' }),
    destructive: false,
    inverse: 'enableCredit',
  },
  deviceAction: {
    screen: 'deviceAction',
    title: 'Device Action',
    icon: 'device-action',
    roles: ['SUPERADMIN'],
    audiences: superadminOnly,
    nav: { order: 172, audiences: superadminOnly },
    send: 'adminLockNotification',
    form: 'device-action',
    variants: [
      { action: 'REBOOT', reportedAs: 'REBOOT', report: 'deviceaction', choice: { value: 'REBOOT', title: 'REBOOT' } },
      { action: 'UPDATE', reportedAs: 'UPDATE', report: 'deviceaction', choice: { value: 'UPDATE', title: 'UPDATE' } },
    ],
    successText: 'Device Action initiated successfully.',
    batch: batchOf('bulkDeviceActionCopy', 'deviceactionfiles', {
      dispatch: 'adminLockNotification',
      level: 'choice',
      isBeyondSpecification: true,
    }),
    destructive: true,
  },
} as const satisfies Record<string, CommandDefinition>);
