import * as v from 'valibot';
import { imeiList } from '../texts.ts';
import { fieldsOf, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, specified } from './define-call.ts';
import {
  batchId,
  batchRow,
  batchRun,
  fileName,
  imei,
  line,
  message,
  unknownOrNumber,
  uuid,
  wholeNumber,
  word,
} from './fields.ts';
import { BATCH_PAGE_ROWS, CHUNK_ITEMS, limits } from '../limits.ts';

/** A run of a batch as the server knows it, beyond the specification (D17). `user` started it. */
export const batchRunRow = v.object({
  batchId: wireText,
  /** '' if the list was never registered. */
  action: wireOptionalText,
  /** The copy's name on the server, and the operator's name for it. */
  file: wireOptionalText,
  ...fieldsOf(wireOptionalText, 'oldfile', 'user', 'startedAt', 'updatedAt'),
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
  ...fieldsOf(wireNumber, 'sent', 'acknowledged', 'failed'),
  ...fieldsOf(unknownOrNumber, 'expired', 'unknown', 'cancelled'),
  lastimei: wireOptionalText,
  isComplete: wireOptionalText,
  /** `running`: heard of within half a minute; `silent`; `complete`; '' if the server was not told (D17a). */
  state: wireOptionalText,
  /** Items with an outcome; null if the server was not told of the run. */
  done: unknownOrNumber,
  /** Who has the batch now, in which browser, and when the server last heard of it (D17b). */
  ...fieldsOf(wireOptionalText, 'holder', 'place', 'seenAt'),
});
export type BatchRunRow = v.InferOutput<typeof batchRunRow>;

const chunkItem = v.object({
  /** In the batch's list, from 1. */
  row: batchRow,
  imei,
  /** As for a single call: however an item is sent, it is carried out once (D2c). */
  transactionId: uuid,
  message: v.optional(message),
  header: v.optional(line),
  template: v.optional(word),
});

const itemOutcome = v.object({
  row: wireNumber,
  /** `answered`, `refused`, or `conflict` if the transactionId was used with another body. */
  outcome: wireText,
  /** As of a single call: `found`, `not found`, or why it was refused. */
  message: wireOptionalText,
});

/** A finding about a device that a batch is about to command (D5b). */
const findingRow = v.object({
  imei: wireText,
  /**
   * `unknown`, `released`, `de-enrolled`: it takes no command; `several`: several devices have the IMEI, so none takes
   * a command by it; `second-imei`: it is the second one of a phone; `same`: this was its last command; `recent`: a
   * command within the last hour; `other-batch`: it is in another unfinished batch. A device may have several.
   */
  finding: wireText,
  /** The time for `same` and `recent`, the batchId for `other-batch`, the first IMEI for `second-imei`; else ''. */
  detail: wireOptionalText,
});

const rowOutcome = v.object({
  row: wireNumber,
  imei: wireText,
  /** `open`, `found`, `not found` or `refused`. */
  outcome: wireText,
  /** Why it was refused. */
  message: wireOptionalText,
  /** One of `commandStates`; '' if it has no command. */
  command: wireOptionalText,
  /** Why its command is not done. */
  failure: wireOptionalText,
});

const count = wholeNumber(0, limits.batchRows);

/** Reported to the server so that the batch can be taken over elsewhere. */
const batchFacts = v.object({
  /** The operator's name of the file, with its prefix (B14). */
  fileName,
  level: v.optional(word),
  /** Rows of the file (B9). */
  total: count,
  invalid: count,
  duplicates: count,
});

/**
 * Batches as a whole; {@link copyCall} gives the calls that upload their files (B5 to B16). Beyond the specification,
 * the calls for the run of a batch (D5b, D2c, D17a, D17b).
 */
export const batchCalls = {
  updateCommandOnServer: specified(
    'updateCommandOnServer.php',
    'command',
    { imeilist: imeiList, action: word, batchId },
    plainAnswer,
    { method: 'PUT', shows: [], beyondBody: ['batchId'] },
  ),
  updateStatusOnServer: specified(
    'updateStatusOnServer.php',
    'command',
    {
      lastimei: word,
      fileName,
      isComplete: v.picklist(['complete', 'incomplete']),
      statusOf: word,
      batchId,
    },
    plainAnswer,
    { shows: [], beyondBody: ['batchId'] },
  ),
  /**
   * The newest runs of the acting user, or one named run. `everyone`: of everyone for ADMIN and SUPERADMIN, for others
   * those of commands that they may send. Beyond the specification (D17, D17b).
   */
  batchRuns: added(
    'batchRuns.php',
    'session',
    { everyone: v.optional(v.boolean()), batchId },
    { items: wireList(batchRunRow) },
  ),
  /**
   * Sends items of a batch in one transaction, in order, each at most once under its own transactionId. Answers each
   * outcome; a conflict or refusal concerns only its item. 409 for a run that does not hold the batch. `after` is for a
   * chunk that is sent while the one before it is under way: it is carried out only behind that row.
   */
  batchItems: added(
    'batchItems.php',
    'command',
    {
      action: word,
      filename: fileName,
      batchId: uuid,
      run: batchRun,
      /** A row that must have an outcome before, else nothing is done. */
      after: v.optional(batchRow),
      items: v.pipe(v.array(chunkItem), v.minLength(1), v.maxLength(CHUNK_ITEMS)),
    },
    {
      items: wireList(itemOutcome),
      /** `kept`, or `early` if `after` has no outcome yet; '' from a server that does not know `after`. */
      order: wireOptionalText,
    },
    'items',
  ),
  /** Checks up to {@link BATCH_PAGE_ROWS} comma-joined IMEIs that a batch is about to command; changes nothing. */
  batchCheck: added(
    'batchCheck.php',
    'command',
    { action: word, imeilist: imeiList, batchId: v.optional(uuid) },
    { items: wireList(findingRow) },
  ),
  /**
   * Says that a run works on a batch. `batch` makes it known, once its list is registered; without it, the run
   * continues. If another run holds it, nothing changes without `takeOver`, after which the former holder is refused
   * (D17b).
   */
  batchClaim: added(
    'batchClaim.php',
    'command',
    {
      action: word,
      batchId: uuid,
      run: uuid,
      /** The browser, for people: `Chrome on Linux`. */
      place: word,
      takeOver: v.optional(v.boolean()),
      batch: v.optional(batchFacts),
    },
    {
      /** The run that holds the batch now. */
      run: wireText,
      /** Who held it before this call, where, and when the server last heard of it. */
      ...fieldsOf(wireOptionalText, 'holder', 'place', 'seenAt'),
      /** As of batchRuns. */
      state: wireOptionalText,
    },
  ),
  /** Rows of a batch's list after `after`, with outcomes, for its sender and others who may send the command (D17a). */
  batchOutcomes: added(
    'batchOutcomes.php',
    'session',
    {
      batchId: uuid,
      after: count,
      limit: wholeNumber(1, BATCH_PAGE_ROWS),
    },
    {
      items: wireList(rowOutcome),
      /** Of the whole list. */
      devices: unknownOrNumber,
      /** Of the batch's start. */
      action: wireOptionalText,
      fileName: wireOptionalText,
      /** The copy on the server, at files/<report>/<file>. */
      report: wireOptionalText,
      file: wireOptionalText,
      level: wireOptionalText,
      ...fieldsOf(unknownOrNumber, 'total', 'invalid', 'duplicates'),
      startedAt: wireOptionalText,
    },
  ),
} as const;
