import type { ApiClient } from '@device-console/shared-lib/api';
import { BATCH_PAGE_ROWS, calls } from '@device-console/shared-lib/contract';
import { imeiText } from '@device-console/shared-lib/csv';

/** What the server may know of a device before a batch commands it, in the order of its weight (D5b). */
export const findings = ['unknown', 'released', 'de-enrolled', 'other-batch', 'same', 'recent'] as const;

export type Finding = (typeof findings)[number];

/** The devices of each finding; none that has no device. */
export type FoundDevices = ReadonlyMap<Finding, ReadonlySet<number>>;

interface LookOptions {
  readonly action: string;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Asks the server about every device of a list, in pages, one after the other; nothing is changed (D5b). */
export async function lookAtList(
  api: Pick<ApiClient, 'call'>,
  rows: Float64Array,
  { action, signal, onProgress }: LookOptions,
): Promise<FoundDevices> {
  const found = new Map<Finding, Set<number>>(findings.map((finding) => [finding, new Set()]));
  for (let start = 0; start < rows.length; start += BATCH_PAGE_ROWS) {
    const imeilist = Array.from(rows.subarray(start, start + BATCH_PAGE_ROWS), imeiText).join(',');
    const { items } = await api.call(calls.batchCheck, { action, imeilist }, { signal });
    for (const { imei, finding } of items) {
      const known = findings.find((one) => one === finding);
      if (known !== undefined) found.get(known)?.add(Number(imei));
    }
    onProgress(Math.min(start + BATCH_PAGE_ROWS, rows.length));
  }
  return new Map([...found].filter(([, devices]) => devices.size > 0));
}
