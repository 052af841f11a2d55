import type { IndexList } from './indexes.ts';

/**
 * What Home is read by: the commands of a day by how far they are, of everyone and of one account, and the newest
 * commands that an account sent by hand. Each holds all that its question needs, so that no row is looked up to count.
 */
export const homeOverviewIndexes: IndexList = {
  commands_days: 'commands (created_at, status, report)',
  commands_account_days: 'commands (account_id, created_at, status, report)',
  commands_by_hand: 'commands (account_id, id) where batch_id is null',
};
