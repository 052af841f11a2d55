import * as v from 'valibot';
import { retentionNames, retentionTable, standardRetention, type Retention } from '../store/retention-table.ts';

const MOST_DAYS = 36_500;

/** Reads a list such as `batches=365, outcomes=120`; what it does not name is kept as long as it is by default. */
export const retentionDays: v.GenericSchema<string, Retention> = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Retention => {
    const days: Record<string, number> = { ...standardRetention };
    for (const item of dataset.value.split(',')) {
      const [, given = '', number = ''] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(item) ?? [];
      const name = retentionNames.find((known) => known === given);
      const least = name === undefined ? 0 : retentionTable[name].least;
      if (name === undefined || Number(number) < least || Number(number) > MOST_DAYS) {
        const rule = name === undefined ? `one of ${retentionNames.join(', ')}` : `at least ${least} days`;
        addIssue({ message: `must be a list of name=days; "${item.trim()}" is not ${rule}.` });
        return NEVER;
      }
      days[name] = Number(number);
    }
    return days as Record<keyof Retention, number>;
  }),
);
