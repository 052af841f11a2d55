import { audiences, type Audience, type PermissionName } from './permissions.ts';

/** Names of the calls that send one command to one device (C1, C3, C5). */
export type SendCallName = 'lockNotification' | 'formattedDevice' | 'adminLockNotification';

/**
 * One action on the wire. A command has several where the operator chooses a level or a device action first (C4, C5).
 */
export interface CommandVariant {
  /** `action` in every call of this command (C9, D4a, D5). */
  readonly action: string;
  /** How executed commands and last commands name it; reports show it as {@link commandDisplayName} says (R8, D3). */
  readonly reportedAs: string;
  /** The report that holds its history (D3). */
  readonly report: string;
  /** What the operator chooses; absent where there is no choice. */
  readonly choice?: { readonly value: string; readonly title: string } | undefined;
  /** Put before the uploaded file's name (B14). */
  readonly filePrefix?: string | undefined;
}

/** How a command's batch goes over the wire (B5 to B7, B15, B16). */
export interface CommandBatch {
  /** Path of the multipart call that takes the file's copy (B15). */
  readonly copyPath: string;
  /** `statusOf` in updateStatusOnServer.php (B16). */
  readonly statusOf: string;
  /** Columns of the file: sno, imei1, or the six of notifications (B1, T4). */
  readonly file: 'imei' | 'notification';
  /** The call for each IMEI (B6, D6). */
  readonly dispatch: 'getImeiDetails' | 'adminLockNotification';
  /** `level` of the copy call: the operator's choice (B14, D6), a constant (D5), or none. */
  readonly level?: 'choice' | 'default' | undefined;
  /** The resume card offers Cancel; not so for notify and Set Wallpaper (B11). */
  readonly mayCancelResume: boolean;
  /** Resuming first downloads the processed IMEIs as …_processed.csv (B12). */
  readonly downloadsProcessed: boolean;
  /**
   * The specification has no copy call for it (D6): an existing back end offers the batch only when config.json names
   * its path (D1a).
   */
  readonly isBeyondSpecification?: true | undefined;
  /** Results carry a Lock App button per row (C8). */
  readonly rowAction?: 'lock' | undefined;
}

/** One row of the command table: everything in which two commands differ. */
export interface CommandDefinition {
  /** Last part of the screen's address; the same under /superadmin/ (N1 to N3). */
  readonly screen: string;
  /**
   * The menu's entry and the permission's name, one text (D20), and the screen's heading; Device Action has a role
   * instead.
   */
  readonly title: string;
  readonly permission?: PermissionName | undefined;
  readonly roles?: readonly ['SUPERADMIN'] | undefined;
  /** Under which addresses it is routed (N3, N6). */
  readonly audiences: readonly Audience[];
  /** Its place in the sidebars that show it (N1, N2); absent for screens that are routed only (N3). */
  readonly nav?: { readonly order: number; readonly audiences: readonly Audience[] } | undefined;
  readonly send: SendCallName;
  /** Which form the single card shows: one IMEI, level first, a notification, an IMEI or ALL. */
  readonly form: 'imei' | 'level' | 'notification' | 'device-action';
  readonly variants: readonly [CommandVariant, ...CommandVariant[]];
  /** Shown after a single command, letter for letter (C6). */
  readonly successText: string;
  /** Asked before a single command (C2). */
  readonly confirmText?: string | undefined;
  /** The screen's heading where the specification calls the screen otherwise than its permission (C4, D20). */
  readonly heading?: string | undefined;
  /** Title of the single card where it has one of its own (C3). */
  readonly cardTitle?: string | undefined;
  /** A yellow card (C3). */
  readonly caution?: boolean | undefined;
  readonly batch: CommandBatch | null;
  /**
   * Last part of an address that shows the batch card alone (N3); absent where the batch has only the command's screen.
   */
  readonly batchScreen?: string | undefined;
  /**
   * Takes something from the device's holder: batches above `typedConfirmationAbove` ask for the count to be typed
   * (D14).
   */
  readonly destructive: boolean;
  /** The command that undoes it. */
  readonly inverse?: string | undefined;
}

const both = audiences;
const standardOnly = ['standard'] as const;
const superadminOnly = ['superadmin'] as const;

function one(action: string, reportedAs: string, report = action): readonly [CommandVariant] {
  return [{ action, reportedAs, report }];
}

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

/**
 * The command table (C1 to C9, B15, B16, N1 to N3): every screen, call, report and test of a command derives from its
 * row.
 */
export const commands = {
  release: {
    screen: 'releaseDevice',
    title: 'Release Device',
    permission: 'Release Device',
    audiences: both,
    nav: { order: 110, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('release', 'RELEASE'),
    successText: 'Release Device initiated  successfully.',
    confirmText: 'Are you sure you want to release this device?',
    batch: batchOf('bulkReleaseCopy', 'releasefiles'),
    destructive: true,
  },
  lock: {
    screen: 'lockDevice',
    title: 'Lock Device',
    permission: 'Lock Device',
    audiences: both,
    send: 'lockNotification',
    form: 'imei',
    variants: one('lock', 'LOCK'),
    successText: 'Lock initiated  successfully.',
    batch: batchOf('bulkLockCopy', 'lockfiles'),
    destructive: true,
    inverse: 'unlock',
  },
  unlock: {
    screen: 'unlockDevice',
    title: 'Unlock Device',
    permission: 'Unlock Device',
    audiences: both,
    send: 'lockNotification',
    form: 'imei',
    variants: one('unlock', 'UNLOCK'),
    successText: 'Unlock  Notification sent successfully.',
    batch: batchOf('bulkUnlockCopy', 'unlockfiles'),
    destructive: false,
    inverse: 'lock',
  },
  blockApp: {
    screen: 'blockApp',
    title: 'Block App',
    permission: 'Block App',
    audiences: both,
    send: 'lockNotification',
    form: 'imei',
    variants: one('blockapp', 'BLOCKAPP'),
    successText: 'Block Apps initiated successfully.',
    batch: batchOf('bulkBlockCopy', 'blockfiles'),
    destructive: false,
    inverse: 'unblockApp',
  },
  unblockApp: {
    screen: 'unblockapp',
    title: 'Unblock App',
    permission: 'Unblock App',
    audiences: both,
    send: 'lockNotification',
    form: 'imei',
    variants: one('unblockapp', 'UNBLOCKAPP'),
    successText: 'Unblock App Notification sent successfully.',
    batch: batchOf('bulkUnblockCopy', 'unblockfiles'),
    destructive: false,
    inverse: 'blockApp',
  },
  notify: {
    screen: 'enableNotification',
    title: 'Enable Notification',
    permission: 'Enable Notification',
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
    screen: 'formattedDevice',
    title: 'Formatted Device',
    permission: 'Formatted Device',
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
    screen: 'restoreApp',
    title: 'Restore App',
    permission: 'Restore App',
    audiences: both,
    nav: { order: 80, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('restoreapp', 'UNGREYAPP'),
    successText: 'Restore Apps initiated successfully',
    batch: batchOf('bulkUngreyCopy', 'restoreappfiles'),
    destructive: false,
    inverse: 'disableApp',
  },
  setWallpaper: {
    screen: 'setWallpaper',
    title: 'Set Wallpaper',
    permission: 'Set Wallpaper',
    audiences: both,
    nav: { order: 30, audiences: both },
    send: 'lockNotification',
    form: 'imei',
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
    screen: 'removeWallpaper',
    title: 'Remove Wallpaper',
    permission: 'Remove Wallpaper',
    audiences: both,
    nav: { order: 40, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('removewallpaper', 'UNLOCKWALLPAPER'),
    successText: 'Remove Wallpaper initiated successfully',
    batch: batchOf('bulkUnsetWallpaperCopy', 'removewallpaperfiles', { rowAction: 'lock' }),
    destructive: false,
    inverse: 'setWallpaper',
  },
  activateAlarm: {
    screen: 'activateAlarm',
    title: 'Activate Alarm',
    permission: 'Activate Alarm',
    audiences: both,
    nav: { order: 50, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('activatealarm', 'SETALARM'),
    successText: 'Activate Alarm initiated successfully',
    batch: batchOf('bulkSetAlarmCopy', 'activatealarmfiles'),
    destructive: false,
    inverse: 'deactivateAlarm',
  },
  deactivateAlarm: {
    screen: 'deactivateAlarm',
    title: 'Deactivate Alarm',
    permission: 'Deactivate Alarm',
    audiences: both,
    nav: { order: 60, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('deactivatealarm', 'UNSETALARM'),
    successText: 'Deactivate Alarm initiated successfully',
    batch: batchOf('bulkUnsetAlarmCopy', 'deactivatealarmfiles'),
    destructive: false,
    inverse: 'activateAlarm',
  },
  enableCamera: {
    screen: 'enableCamera',
    title: 'Enable Camera',
    permission: 'Enable Camera',
    audiences: both,
    nav: { order: 100, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('enablecamera', 'ENABLECAMERA'),
    successText: 'Enable Camera initiated successfully',
    batch: batchOf('bulkEnableCameraCopy', 'enablecamerafiles'),
    destructive: false,
    inverse: 'disableCamera',
  },
  disableCamera: {
    screen: 'disableCamera',
    title: 'Disable Camera',
    permission: 'Disable Camera',
    audiences: both,
    nav: { order: 90, audiences: both },
    send: 'lockNotification',
    form: 'imei',
    variants: one('disablecamera', 'DISABLECAMERA'),
    successText: 'Disable Camera initiated successfully',
    batch: batchOf('bulkDisableCameraCopy', 'disablecamerafiles'),
    destructive: false,
    inverse: 'enableCamera',
  },
  disableApp: {
    screen: 'gradeDisableApp',
    title: 'Disable App',
    permission: 'Disable App',
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
    inverse: 'restoreApp',
  },
  enableCredit: {
    screen: 'enableCredit',
    title: 'Enable Credit',
    permission: 'Enable Credit',
    audiences: both,
    nav: { order: 140, audiences: standardOnly },
    send: 'lockNotification',
    form: 'imei',
    variants: one('credit', 'CREDIT', 'enablecredit'),
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkEnableCreditCopy', 'enablecreditfiles', { level: 'default' }),
    destructive: false,
    inverse: 'revokeCredit',
  },
  revokeCredit: {
    screen: 'revokeCredit',
    title: 'Revoke Credit',
    permission: 'Revoke Credit',
    audiences: both,
    send: 'lockNotification',
    form: 'imei',
    variants: one('revokecredit', 'REVOKECREDIT'),
    successText: 'Enable Credit initiated successfully',
    batch: batchOf('bulkRevokeCreditCopy', 'revokecreditfiles', { level: 'default' }),
    destructive: false,
    inverse: 'enableCredit',
  },
  deviceAction: {
    screen: 'deviceAction',
    title: 'Device Action',
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
} as const satisfies Record<string, CommandDefinition>;

export type CommandId = keyof typeof commands;

/** A row of the command table together with its key. */
export interface Command extends CommandDefinition {
  readonly id: CommandId;
}

/** The command table as a list, in the order of its rows. */
export const commandList: readonly Command[] = Object.entries(commands).map(([id, row]) => ({
  ...(row satisfies CommandDefinition as CommandDefinition),
  id: id as CommandId,
}));

/** The row of a command; throws on an unknown id, which is a bug of the caller. */
export function commandById(id: string): Command {
  const command = commandList.find((row) => row.id === id);
  if (!command) throw new Error(`There is no command "${id}" in the command table.`);
  return command;
}

/** The command and variant that an `action` on the wire belongs to, or undefined for an action that no command has. */
export function commandByAction(action: string): { command: Command; variant: CommandVariant } | undefined {
  for (const command of commandList) {
    const variant = command.variants.find((row) => row.action === action);
    if (variant) return { command, variant };
  }
  return undefined;
}

/** The command whose batches report under this `statusOf` (B16). */
export function commandByStatusOf(statusOf: string): Command | undefined {
  return commandList.find((row) => row.batch?.statusOf === statusOf);
}

const displayNames: Readonly<Record<string, string>> = {
  LOCKWALLPAPER: 'SET WALLPAPER',
  UNLOCKWALLPAPER: 'REMOVE WALLPAPER',
  SETALARM: 'ACTIVATE ALARM',
  UNSETALARM: 'DEACTIVATE ALARM',
  GREYAPP: 'DISABLE APP',
  UNGREYAPP: 'RESTORE APP',
};

/** The name under which reports show a command; unknown names are shown as they are (R8). */
export function commandDisplayName(reportedAs: string): string {
  return displayNames[reportedAs] ?? reportedAs;
}
