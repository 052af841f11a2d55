import * as v from 'valibot';
import { plainAnswer, statedAnswer } from '../wire.ts';
import { partlyBeyond, sealed, shows, showsNothing } from './define-call.ts';
import { batchId, batchRow, batchRun, fileName, imei, line, message, reasonText, word } from './fields.ts';

const singleCommand = v.object({
  imei,
  action: word,
  message: v.optional(message),
  /** The line above a notification's message, beyond the specification (T3). */
  header: v.optional(line),
  caseType: v.optional(v.picklist(['Pre', 'Due', 'Post'])),
  clientof: v.optional(line),
  retailerNumber: v.optional(line),
});

const batchItem = v.object({
  imei,
  action: word,
  filename: fileName,
  message: v.optional(message),
  /** As of {@link singleCommand} (T6). */
  header: v.optional(line),
  template: v.optional(word),
  batchId,
  run: batchRun,
  row: v.optional(batchRow),
});

const deviceActionBody = v.object({
  imei: v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL')),
  action: word,
  filename: v.optional(fileName),
  reason: v.optional(reasonText),
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
