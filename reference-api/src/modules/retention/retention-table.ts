/** Days that data is kept: the default, and the least that RETENTION may say. operations.md says why. */
export const retentionTable = {
  /** Lists of IMEIs, uploaded files and outcomes of the rows of batches. */
  batches: { standard: 180, least: 7 },
  /** Stored answers to calls with a transactionId. */
  outcomes: { standard: 90, least: 7 },
  /** Sessions that have ended. */
  sessions: { standard: 30, least: 1 },
  /** Password resets that have ended. */
  resets: { standard: 30, least: 1 },
} as const;

export type RetentionName = keyof typeof retentionTable;

export const retentionNames = Object.keys(retentionTable) as RetentionName[];

/** Days that each kind of data is kept. */
export type Retention = Readonly<Record<RetentionName, number>>;
