import * as v from 'valibot';
import { jsonOrNull } from '../../contract/index.ts';
import { keyName, type LegacyRecordStore } from '../engine/index.ts';

/** As much of `localStorage` as the legacy record uses. */
export type LegacyRecordStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const record = v.object({
  lastimei: v.string(),
  batchfilename: v.string(),
  isComplete: v.picklist(['complete', 'incomplete']),
  batchId: v.optional(v.string()),
});

/**
 * The specification's record in localStorage, under `batch:<operator>:<command>` (B7, D15). A full or forbidden
 * localStorage costs the legacy record and nothing else: the store has the truth, and `onFailure` is told once.
 */
export function localStorageLegacyRecord(
  storage: () => LegacyRecordStorage,
  onFailure: (error: unknown) => void,
): LegacyRecordStore {
  let failed = false;
  const attempt = <Answer>(work: (storage: LegacyRecordStorage) => Answer): Answer | null => {
    try {
      return work(storage());
    } catch (error) {
      if (!failed) onFailure(error);
      failed = true;
      return null;
    }
  };
  return {
    write: (key, value) => void attempt((area) => area.setItem(keyName(key), JSON.stringify(value))),
    read(key) {
      const text = attempt((area) => area.getItem(keyName(key)));
      const result = v.safeParse(record, jsonOrNull(text));
      return result.success ? result.output : null;
    },
    clear: (key) => void attempt((area) => area.removeItem(keyName(key))),
  };
}
