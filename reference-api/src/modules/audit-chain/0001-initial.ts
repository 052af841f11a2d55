import type { FirstStep } from '../../core/store/migrations/first-step.ts';

const triggers = {
  sqlite: [
    `create trigger audit_seals_no_update before update on audit_seals
      begin select raise(abort, 'audit_seals is append-only'); end`,
    `create trigger audit_seals_no_delete before delete on audit_seals
      begin select raise(abort, 'audit_seals is append-only'); end`,
    `create trigger audit_seals_no_replace before insert on audit_seals
      when exists (select 1 from audit_seals where sequence = new.sequence)
      begin select raise(abort, 'audit_seals is append-only'); end`,
  ],
  postgres: [
    `create function audit_seals_append_only() returns trigger language plpgsql as $$
      begin raise exception 'audit_seals is append-only'; end $$`,
    `create trigger audit_seals_no_change before update or delete or truncate on audit_seals
      for each statement execute function audit_seals_append_only()`,
  ],
} as const;

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (dialect, { bytes }) => [
  `create table audit_seals (
    sequence bigint primary key,
    statement text not null default '',
    hashes ${bytes} not null,
    hash text not null default '',
    removed_through bigint
  )`,
  ...triggers[dialect],
];
