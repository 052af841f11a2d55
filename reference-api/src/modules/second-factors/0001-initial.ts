import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, { id }) => [
  `create table recovery_codes (
    id ${id},
    account_id bigint not null references accounts (id),
    code_hash text not null default '',
    created_at text not null default '',
    used_at text,
    unique (account_id, code_hash)
  )`,
  `create table identity_challenges (
    id ${id},
    account_id bigint not null references accounts (id),
    session_id bigint,
    purpose text not null default '',
    ticket_hash text not null default '',
    challenge text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    unique (ticket_hash)
  )`,
  `create index identity_challenges_account on identity_challenges (account_id)`,
  `create index identity_challenges_expiry on identity_challenges (expires_at)`,
];
