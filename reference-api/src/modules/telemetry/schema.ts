import * as c from '../../core/store/columns.ts';

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

export const schema: c.TableSet = {
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
