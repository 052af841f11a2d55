import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  /** How many screens of a build were loaded in an hour, by step of load time, each a tenth longer than the last. */
  remote_loads: {
    ...c.fixedTexts('hour', 'remote', 'version', 'release', 'source'),
    ...c.fixedNumbers('step'),
    ...c.numbers('loads'),
  },
  remote_failures: {
    id: c.id,
    /** SHA-256 of what makes it this kind. */
    fingerprint: c.fixed(),
    ...c.fixedTexts('remote', 'owner', 'version', 'release', 'source', 'screen', 'kind', 'message', 'stack', 'browser'),
    first_at: c.fixed(),
    last_at: c.text(),
  },
  remote_failure_counts: {
    /** An hour: the first 13 characters of its times, and sorted like them. */
    hour: c.fixed(),
    failure_id: c.reference<c.Fixed<number>>('not null references remote_failures (id)'),
    ...c.fixedAccount,
    ...c.numbers('failures'),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, firstStep };
