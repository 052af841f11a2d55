import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, {}) => [
  `create table command_counts (
    kind text not null default '',
    id bigint not null,
    begins_at text not null default '',
    commands integer not null default 0,
    primary key (kind, id, begins_at)
  )`,
  `create table command_pauses (
    account_id bigint primary key references accounts (id),
    paused_at text not null default '',
    why text not null default '',
    lifted_at text
  )`,
  `create index command_counts_day on command_counts (kind, begins_at)`,
];
