import * as v from 'valibot';
import { imeiList } from '../texts.ts';
import { answerFields, each, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, partlyBeyond, sealed, showsNothing } from './define-call.ts';
import { batchId, fileName, unknownOrNumber, word } from './fields.ts';

/** A run of a batch as the server knows it, beyond the specification (D17). `user` started it. */
export const batchRunRow = v.object({
  batchId: wireText,
  /** '' if the list was never registered. */
  action: wireOptionalText,
  /** The copy's name on the server, and the operator's name for it. */
  file: wireOptionalText,
  ...each(wireOptionalText, 'oldfile', 'user', 'startedAt', 'updatedAt'),
  /** Devices of the registered list; null if never registered. */
  total: unknownOrNumber,
  /** Devices that got the command. */
  found: wireNumber,
  /** Unregistered devices; null until the run is complete, when the server learns it. */
  notFound: unknownOrNumber,
  /** Devices that the server refused to command; null if it was not told of the run. */
  refused: unknownOrNumber,
  /** Commands of `found` by `commandStates`; null if unknown to the server. */
  queued: unknownOrNumber,
  ...each(wireNumber, 'sent', 'acknowledged', 'failed'),
  ...each(unknownOrNumber, 'expired', 'unknown', 'cancelled'),
  lastimei: wireOptionalText,
  isComplete: wireOptionalText,
  /** `running`: heard of within half a minute; `silent`; `complete`; '' if the server was not told (D17a). */
  state: wireOptionalText,
  /** Items with an outcome; null if the server was not told of the run. */
  done: unknownOrNumber,
  /** Who has the batch now, in which browser, and when the server last heard of it (D17b). */
  holder: wireOptionalText,
  place: wireOptionalText,
  seenAt: wireOptionalText,
});
export type BatchRunRow = v.InferOutput<typeof batchRunRow>;

/** Batches as a whole; {@link copyCall} gives the calls that upload their files (B5 to B16). */
export const batchCalls = {
  updateCommandOnServer: showsNothing(
    partlyBeyond(
      sealed(
        'PUT',
        'updateCommandOnServer.php',
        'command',
        v.object({ imeilist: imeiList, action: word, batchId }),
        plainAnswer,
      ),
      ['batchId'],
    ),
  ),
  updateStatusOnServer: showsNothing(
    partlyBeyond(
      sealed(
        'POST',
        'updateStatusOnServer.php',
        'command',
        v.object({
          lastimei: word,
          fileName,
          isComplete: v.picklist(['complete', 'incomplete']),
          statusOf: word,
          batchId,
        }),
        plainAnswer,
      ),
      ['batchId'],
    ),
  ),
  /**
   * The newest runs of the acting user, or one named run. `everyone`: of everyone for ADMIN and SUPERADMIN, for others
   * those of commands that they may send. Beyond the specification (D17, D17b).
   */
  batchRuns: added(
    'batchRuns.php',
    'session',
    v.object({ everyone: v.optional(v.boolean()), batchId }),
    v.object({ ...answerFields, items: wireList(batchRunRow) }),
  ),
} as const;
