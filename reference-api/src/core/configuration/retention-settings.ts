import { retentionNames, retentionTable, standardRetention, type RetentionName } from '../store/retention-table.ts';
import { namedNumbers } from './named-numbers.ts';

const MOST_DAYS = 36_500;

/** Days that things are kept, as `batches=365, outcomes=120`. */
export const retentionDays = namedNumbers({
  standard: standardRetention,
  least: Object.fromEntries(retentionNames.map((name) => [name, retentionTable[name].least])) as Record<
    RetentionName,
    number
  >,
  most: MOST_DAYS,
  unit: 'days',
});
