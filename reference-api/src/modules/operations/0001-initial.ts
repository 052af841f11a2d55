import type { FirstStep } from '../../core/store/migrations/first-step.ts';

/** The tables of this module in the first step. Databases have taken it: a change is a step of its own. */
export const firstStep: FirstStep = (_dialect, {}) => [
  `create table gateway_figures (
    period text not null default '',
    name text not null default '',
    count integer not null default 0,
    primary key (period, name)
  )`,
  `create table gateway_errors (
    period text not null default '',
    message text not null default '',
    count integer not null default 0,
    at text not null default '',
    primary key (period, message)
  )`,
];
