import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { deleteAll, deleteEnded, deleteEndedOf, type HousekeepingStep } from '../../core/housekeeping.ts';
import type { ApiModule } from '../../core/module.ts';
import { DAY, isoAfter } from '../../core/time/clock.ts';
import { deletions } from './deletions.ts';
import { retentionNames, retentionTable, type Retention } from './retention-table.ts';

declare module '../../core/housekeeping.ts' {
  interface HousekeepingParts {
    readonly retention: Retention;
  }
}

/** Deletes data whose retention time is over. */
export const retention = {
  name: 'retention',
  variables: { RETENTION: namedNumbers(retentionTable, { most: 36_500, unit: 'days' }) },
  housekeeping: {
    'log-in attempts': deleteEnded(deleteEndedOf('attempts', 'subject', 'window_ends_at')),
    ...Object.fromEntries(
      retentionNames.map((name): [string, HousekeepingStep] => [
        name,
        (parts) => deleteAll(parts, deletions[name], isoAfter(parts.clock.now(), -parts.retention[name] * DAY)),
      ]),
    ),
  },
} as const satisfies ApiModule;
