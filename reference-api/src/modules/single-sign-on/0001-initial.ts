import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, { id }) => [
  `create table account_identities (
    id ${id},
    issuer text not null default '',
    subject text not null default '',
    linked_at text not null default '',
    account_id bigint not null references accounts (id),
    unique (issuer, subject),
    unique (account_id, issuer)
  )`,
  `create table single_sign_ons (
    id ${id},
    state_hash text not null default '',
    handle_hash text not null default '',
    nonce text not null default '',
    verifier text not null default '',
    created_at text not null default '',
    expires_at text not null default '',
    session_id bigint,
    unique (state_hash)
  )`,
];
