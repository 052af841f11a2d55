import { commandList } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import type { FourEyes } from '../store/four-eyes.ts';

const MOST_DEVICES = 1_000_000;
const names: ReadonlySet<string> = new Set(['ALL', 'any', ...commandList.map(({ id }) => id)]);

/** Reads a list such as `ALL=1, release=1, any=1000`; what it does not name waits for nobody. */
export const fourEyesPolicy: v.GenericSchema<string, FourEyes> = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): FourEyes => {
    const policy: Record<string, number> = {};
    for (const item of dataset.value.split(',')) {
      const [, name = '', devices = ''] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(item) ?? [];
      if (!names.has(name) || Number(devices) < 1 || Number(devices) > MOST_DEVICES) {
        const rule = names.has(name) ? `from 1 to ${MOST_DEVICES}` : `one of ${[...names].join(', ')}`;
        addIssue({ message: `must be a list of name=devices; "${item.trim()}" is not ${rule}.` });
        return NEVER;
      }
      policy[name] = Number(devices);
    }
    return policy;
  }),
);
