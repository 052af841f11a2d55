import * as v from 'valibot';
import { plainAnswer, statedAnswer } from '../wire.ts';
import { partlyBeyond, sealed, shows, showsNothing } from './define-call.ts';
import { batchId, batchRow, batchRun, imei, text } from './fields.ts';

const singleCommand = v.object({
  imei,
  action: text,
  message: v.optional(text),
  /** The line above a notification's message, beyond the specification (T3). */
  header: v.optional(text),
  caseType: v.optional(v.picklist(['Pre', 'Due', 'Post'])),
  clientof: v.optional(text),
  retailerNumber: v.optional(text),
});

const batchItem = v.object({
  imei,
  action: text,
  filename: text,
  message: v.optional(text),
  /** As of {@link singleCommand} (T6). */
  header: v.optional(text),
  template: v.optional(text),
  batchId,
  run: batchRun,
  row: v.optional(batchRow),
});

const deviceActionBody = v.object({
  imei: v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL')),
  action: text,
  filename: v.optional(text),
  reason: v.optional(text),
  batchId,
  run: batchRun,
  row: v.optional(batchRow),
});

/** Commands to one device (C1 to C9, B6). */
export const commandCalls = {
  getImeiDetails: shows(
    partlyBeyond(sealed('POST', 'getimeidetails.php', 'command', batchItem, plainAnswer, true), [
      'batchId',
      'run',
      'row',
      'header',
    ]),
    ['message'],
  ),
  lockNotification: shows(
    partlyBeyond(sealed('POST', 'locknotification.php', 'command', singleCommand, plainAnswer, true), ['header']),
    ['status', 'message'],
  ),
  adminLockNotification: showsNothing(
    partlyBeyond(
      sealed('POST', 'adminlocknotification.php', { roles: ['SUPERADMIN'] }, deviceActionBody, statedAnswer, true),
      ['filename', 'reason', 'batchId', 'run', 'row'],
    ),
  ),
  formattedDevice: shows(
    sealed(
      'POST',
      'formattedDevice.php',
      { permission: 'Formatted Device' },
      v.object({ imei, action: v.literal('formatteddevice') }),
      plainAnswer,
      true,
    ),
    ['status', 'message'],
  ),
} as const;
