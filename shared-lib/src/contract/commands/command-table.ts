import type { CommandDefinition, CommandBatch, CommandVariant } from './command-definition.ts';
import { audiences, type PermissionName } from '../permissions.ts';

/** Addresses and sidebars of operators and superadmins (N3). */
const both = audiences;
const standardOnly = ['standard'] as const;
const superadminOnly = ['superadmin'] as const;

function one(action: string, reportedAs: string, report = action): readonly [CommandVariant] {
  return [{ action, reportedAs, report }];
}

/** A level of Disable App. */
const level = (number: '1' | '2'): CommandVariant => ({
  ...one(`disableapplevel${number}`, 'GREYAPP')[0],
  choice: { value: `level${number}`, title: `Level ${number}` },
  filePrefix: `L${number}_`,
});

/** A command to one IMEI, for operators and superadmins. Its title is the name of its permission (D20). */
const ordinary = (
  screen: string,
  title: PermissionName,
  variants: CommandDefinition['variants'],
): Pick<CommandDefinition, 'screen' | 'title' | 'permission' | 'audiences' | 'send' | 'form' | 'variants'> => ({
  screen,
  title,
  permission: title,
  audiences: both,
  send: 'lockNotification',
  form: 'imei',
  variants,
});

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
    ...ordinary('releaseDevice', 'Release Device', one('release', 'RELEASE')),
    icon: 'release',
    nav: { order: 110, audiences: both },
    successText: 'Release Device initiated  successfully.',
    confirmText: 'Are you sure you want to release this device?',
    batch: batchOf('bulkReleaseCopy', 'releasefiles'),
    destructive: true,
    stepUp: true,
  },
  lock: {
    ...ordinary('lockDevice', 'Lock Device', one('lock', 'LOCK')),
    icon: 'lock',
    more: { order: 10 },
    successText: 'Lock initiated  successfully.',
    batch: batchOf('bulkLockCopy', 'lockfiles'),
    destructive: true,
    inverse: 'unlock',
  },
  unlock: {
    ...ordinary('unlockDevice', 'Unlock Device', one('unlock', 'UNLOCK')),
    icon: 'unlock',
    more: { order: 20 },
    successText: 'Unlock  Notification sent successfully.',
    batch: batchOf('bulkUnlockCopy', 'unlockfiles'),
    inverse: 'lock',
  },
  blockApp: {
    ...ordinary('blockApp', 'Block App', one('blockapp', 'BLOCKAPP')),
    icon: 'app-blocked',
    more: { order: 30 },
    successText: 'Block Apps initiated successfully.',
    batch: batchOf('bulkBlockCopy', 'blockfiles'),
    inverse: 'unblockApp',
  },
  unblockApp: {
    ...ordinary('unblockapp', 'Unblock App', one('unblockapp', 'UNBLOCKAPP')),
    icon: 'app-unblocked',
    more: { order: 40 },
    successText: 'Unblock App Notification sent successfully.',
    batch: batchOf('bulkUnblockCopy', 'unblockfiles'),
    inverse: 'blockApp',
  },
  notify: {
    ...ordinary('enableNotification', 'Enable Notification', one('notify', 'NOTIFY')),
    icon: 'notification',
    nav: { order: 20, audiences: both },
    form: 'notification',
    successText: 'Enable Notification initiated  successfully.',
    batch: batchOf('bulkNotifyCopy', 'notifyfiles', { file: 'notification', mayCancelResume: false }),
  },
  formattedDevice: {
    ...ordinary('formattedDevice', 'Formatted Device', one('formatteddevice', 'FORMATTEDDEVICE', 'deenroll')),
    icon: 'formatted',
    nav: { order: 130, audiences: both },
    send: 'formattedDevice',
    successText: 'Formatted Device de-enrolled successfully. Re-install the app immediately',
    cardTitle: 'De-enroll formatted device',
    caution: true,
    batch: null,
    destructive: true,
  },
  restoreApp: {
    ...ordinary('restoreApp', 'Restore App', one('restoreapp', 'UNGREYAPP')),
    icon: 'app-restored',
    nav: { order: 80, audiences: both },
    successText: 'Restore Apps initiated successfully',
    batch: batchOf('bulkUngreyCopy', 'restoreappfiles'),
    inverse: 'disableApp',
  },
  setWallpaper: {
    ...ordinary('setWallpaper', 'Set Wallpaper', one('setwallpaper', 'LOCKWALLPAPER')),
    icon: 'wallpaper',
    nav: { order: 30, audiences: both },
    successText: 'Set Wallpaper initiated successfully',
    batch: batchOf('bulkSetWallpaperCopy', 'setWallpaperfiles', {
      mayCancelResume: false,
      downloadsProcessed: true,
      rowAction: 'lock',
    }),
    batchScreen: 'batch',
    inverse: 'removeWallpaper',
  },
  removeWallpaper: {
    ...ordinary('removeWallpaper', 'Remove Wallpaper', one('removewallpaper', 'UNLOCKWALLPAPER')),
    icon: 'wallpaper-off',
    nav: { order: 40, audiences: both },
    successText: 'Remove Wallpaper initiated successfully',
    batch: batchOf('bulkUnsetWallpaperCopy', 'removewallpaperfiles', { rowAction: 'lock' }),
    inverse: 'setWallpaper',
  },
  activateAlarm: {
    ...ordinary('activateAlarm', 'Activate Alarm', one('activatealarm', 'SETALARM')),
    icon: 'alarm',
    nav: { order: 50, audiences: both },
    successText: 'Activate Alarm initiated successfully',
    batch: batchOf('bulkSetAlarmCopy', 'activatealarmfiles'),
    inverse: 'deactivateAlarm',
  },
  deactivateAlarm: {
    ...ordinary('deactivateAlarm', 'Deactivate Alarm', one('deactivatealarm', 'UNSETALARM')),
    icon: 'alarm-off',
    nav: { order: 60, audiences: both },
    successText: 'Deactivate Alarm initiated successfully',
    batch: batchOf('bulkUnsetAlarmCopy', 'deactivatealarmfiles'),
    inverse: 'activateAlarm',
  },
  enableCamera: {
    ...ordinary('enableCamera', 'Enable Camera', one('enablecamera', 'ENABLECAMERA')),
    icon: 'camera',
    nav: { order: 100, audiences: both },
    successText: 'Enable Camera initiated successfully',
    batch: batchOf('bulkEnableCameraCopy', 'enablecamerafiles'),
    inverse: 'disableCamera',
  },
  disableCamera: {
    ...ordinary('disableCamera', 'Disable Camera', one('disablecamera', 'DISABLECAMERA')),
    icon: 'camera-off',
    nav: { order: 90, audiences: both },
    successText: 'Disable Camera initiated successfully',
    batch: batchOf('bulkDisableCameraCopy', 'disablecamerafiles'),
    inverse: 'enableCamera',
  },
  disableApp: {
    ...ordinary('gradeDisableApp', 'Disable App', [level('1'), level('2')]),
    icon: 'app-disabled',
    nav: { order: 70, audiences: both },
    form: 'level',
    successText: ' Graded Disable Apps initiated  successfully.',
    heading: 'Graded Disable App',
    batch: batchOf('bulkGreyCopy', 'disableappfiles', { level: 'choice' }),
    destructive: true,
    stepUp: true,
    inverse: 'restoreApp',
  },
  enableCredit: {
    ...ordinary('enableCredit', 'Enable Credit', one('credit', 'CREDIT', 'enablecredit')),
    icon: 'credit',
    nav: { order: 140, audiences: standardOnly },
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkEnableCreditCopy', 'enablecreditfiles', { level: 'default' }),
    inverse: 'revokeCredit',
  },
  revokeCredit: {
    ...ordinary('revokeCredit', 'Revoke Credit', one('revokecredit', 'REVOKECREDIT')),
    icon: 'credit-revoked',
    more: { order: 50 },
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkRevokeCreditCopy', 'revokecreditfiles', { level: 'default' }),
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
