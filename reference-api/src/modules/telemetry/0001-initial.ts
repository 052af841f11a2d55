import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, { id }) => [
  `create table remote_loads (
    hour text not null default '',
    remote text not null default '',
    version text not null default '',
    release text not null default '',
    source text not null default '',
    step integer not null default 0,
    loads integer not null default 0,
    primary key (hour, remote, version, release, source, step)
  )`,
  `create table remote_failures (
    id ${id},
    fingerprint text not null default '',
    remote text not null default '',
    owner text not null default '',
    version text not null default '',
    release text not null default '',
    source text not null default '',
    screen text not null default '',
    kind text not null default '',
    message text not null default '',
    stack text not null default '',
    browser text not null default '',
    first_at text not null default '',
    last_at text not null default '',
    unique (fingerprint)
  )`,
  `create table remote_failure_counts (
    hour text not null default '',
    failure_id bigint not null references remote_failures (id),
    account_id bigint not null references accounts (id),
    failures integer not null default 0,
    primary key (hour, failure_id, account_id)
  )`,
  // A kind of failure is deleted once nothing is counted of it.
  `create index remote_failure_counts_failure on remote_failure_counts (failure_id)`,
  `create index remote_failures_last on remote_failures (last_at)`,
  `create index remote_failures_release on remote_failures (remote, release)`,
];
