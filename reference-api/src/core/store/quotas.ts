/** How much may be uploaded. */
export interface Quotas {
  /** Files, and lists, of one account in 24 hours. */
  readonly uploadsPerDay: number;
  readonly bytesPerDay: number;
  /** Of all files that are kept. */
  readonly bytesInAll: number;
}

export const MEGABYTE = 1024 * 1024;

/** What holds where nothing else is said. */
export const standardQuotas: Quotas = {
  uploadsPerDay: 500,
  bytesPerDay: 2_000 * MEGABYTE,
  bytesInAll: 20_000 * MEGABYTE,
};

/** Bytes of an IMEI in a list, with the comma behind it. */
export const LIST_ENTRY_BYTES = 16;
