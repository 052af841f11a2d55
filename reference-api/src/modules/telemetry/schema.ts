import {
  fixed,
  fixedAccount,
  fixedNumbers,
  fixedTexts,
  id,
  numbers,
  reference,
  text,
  type Fixed,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

const tables = {
  /** How many screens of a build were loaded in an hour, by step of load time, each a tenth longer than the last. */
  remote_loads: {
    ...fixedTexts('hour', 'remote', 'version', 'release', 'source'),
    ...fixedNumbers('step'),
    ...numbers('loads'),
  },
  remote_failures: {
    id,
    /** SHA-256 of what makes it this kind. */
    fingerprint: fixed(),
    ...fixedTexts('remote', 'owner', 'version', 'release', 'source', 'screen', 'kind', 'message', 'stack', 'browser'),
    first_at: fixed(),
    last_at: text(),
  },
  remote_failure_counts: {
    /** An hour: the first 13 characters of its times, and sorted like them. */
    hour: fixed(),
    failure_id: reference<Fixed<number>>('not null references remote_failures (id)'),
    ...fixedAccount,
    ...numbers('failures'),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
  tables,
  constraints: {
    remote_loads: 'primary key (hour, remote, version, release, source, step)',
    remote_failures: 'unique (fingerprint)',
    remote_failure_counts: 'primary key (hour, failure_id, account_id)',
  },
  indexes: {
    // A kind of failure is deleted once nothing is counted of it.
    remote_failure_counts_failure: 'remote_failure_counts (failure_id)',
    remote_failures_last: 'remote_failures (last_at)',
    remote_failures_release: 'remote_failures (remote, release)',
  },
};
