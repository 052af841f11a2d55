const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** The reference back end's limits. An existing back end states none. */
export const limits = {
  /** Rows of a batch: data rows of the copy of its file, and IMEIs of its list (B5, D17). */
  batchRows: 1_000_000,
  /** Bytes of the copy of a batch's file (B5, B15). */
  batchFileBytes: 32 * MEGABYTE,
  /** Bytes of the sealed body of updateCommandOnServer: a million IMEIs with their commas are 16 MB, sealed 22 MB. */
  listBodyBytes: 32 * MEGABYTE,
  /** Bytes of the sealed body of batchItems: a chunk of notifications carries their messages. */
  chunkBodyBytes: 2 * MEGABYTE,
  /** Bytes of the body of every other call. */
  bodyBytes: 256 * KILOBYTE,
};

/** Rows of one page of a report, `items` and `commanditems` together. */
export const REPORT_PAGE_ROWS = 5_000;

/** Items of a batch per call: the specification's chunk (B6, D2c). */
export const CHUNK_ITEMS = 50;

/** Devices whose commands one call waits for (L3). */
export const WATCHED_DEVICES = 20;

/** Own commands whose state one question asks for. */
export const ASKED_COMMANDS = 50;

/** IMEIs that one call checks before a batch, and rows of a batch that one call reads (D5b, D17a). */
export const BATCH_PAGE_ROWS = 5_000;
