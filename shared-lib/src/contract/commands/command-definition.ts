import type { Audience, PermissionName } from '../permissions.ts';

/** Names of the calls that send one command to one device (C1, C3, C5). */
export type SendCallName = 'lockNotification' | 'formattedDevice' | 'adminLockNotification';

/** One action on the wire; a command with a choice of level or device action has several (C4, C5). */
export interface CommandVariant {
  /** `action` in every call of this command (C9, D4a, D5). */
  readonly action: string;
  /** Its name in executed and last commands; reports show it as {@link commandDisplayName} says (R8, D3). */
  readonly reportedAs: string;
  /** The report of its history (D3). */
  readonly report: string;
  /** What the operator chooses; absent without a choice. */
  readonly choice?: { readonly value: string; readonly title: string } | undefined;
  /** Put before the uploaded file's name (B14). */
  readonly filePrefix?: string | undefined;
}

/** A command's batch on the wire (B5 to B7, B15, B16). */
export interface CommandBatch {
  /** Path of the multipart call for the file's copy (B15). */
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
  /** The specification has no copy call (D6): existing back ends need its path in config.json (D1a). */
  readonly isBeyondSpecification?: true | undefined;
  /** Results carry a Lock App button per row (C8). */
  readonly rowAction?: 'lock' | undefined;
}

/** One row of the command table: everything in which two commands differ. */
export interface CommandDefinition {
  /** Last part of the screen's address; the same under /superadmin/ (N1 to N3). */
  readonly screen: string;
  /** Menu entry, permission and heading in one text (D20); Device Action has a role instead. */
  readonly title: string;
  readonly permission?: PermissionName | undefined;
  readonly roles?: readonly ['SUPERADMIN'] | undefined;
  /** The addresses that it has (N3, N6). */
  readonly audiences: readonly Audience[];
  /** Its place in the sidebars that show it (N1, N2); absent: address only (N3). */
  readonly nav?: { readonly order: number; readonly audiences: readonly Audience[] } | undefined;
  /** Its place in the section below the menu, if not in the menu itself. */
  readonly more?: { readonly order: number } | undefined;
  /** Its name in `ui/icons`. */
  readonly icon: string;
  readonly send: SendCallName;
  /** The form of the single card: one IMEI, level first, a notification, an IMEI or ALL. */
  readonly form: 'imei' | 'level' | 'notification' | 'device-action';
  readonly variants: readonly [CommandVariant, ...CommandVariant[]];
  /** Shown after a single command, letter for letter (C6). */
  readonly successText: string;
  /** Asked before a single command (C2). */
  readonly confirmText?: string | undefined;
  /** The screen's heading if it differs from the permission (C4, D20). */
  readonly heading?: string | undefined;
  /** Title of the single card if it has its own (C3). */
  readonly cardTitle?: string | undefined;
  /** A yellow card (C3). */
  readonly caution?: boolean | undefined;
  readonly batch: CommandBatch | null;
  /** Last part of the address that shows only the batch card (N3); absent: none. */
  readonly batchScreen?: string | undefined;
  /** Takes something from the device's holder: batches above `typedConfirmationAbove` ask for their count (D14). */
  readonly destructive?: true | undefined;
  /** Asks for a fresh proof of identity, alone and as a batch (S18). */
  readonly stepUp?: true | undefined;
  readonly inverse?: string | undefined;
}
