import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, { id }) => [
  `create table approvals (
    id ${id},
    account_id bigint not null references accounts (id),
    via text not null default '',
    credential_id bigint not null,
    call text not null default '',
    transaction_id text not null default '',
    body text not null default '',
    imei text not null default '',
    body_hash text not null default '',
    action text not null default '',
    batch_id text,
    devices integer not null default 0,
    state text not null default '',
    why text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    decided_by bigint references accounts (id),
    decided_at text
  )`,
  `create index approvals_account_id on approvals (account_id, id)`,
  `create unique index approvals_batch on approvals (account_id, batch_id) where batch_id is not null`,
  `create index approvals_waiting on approvals (expires_at) where state = 'waiting'`,
];
