import type { IndexList } from './indexes.ts';

/**
 * What the list of batch runs is read by: a batch's commands by their status, and the newest uploads of batches, of all
 * or of one account.
 */
export const batchRunIndexes: IndexList = {
  commands_batch: 'commands (batch_id, account_id, status) where batch_id is not null',
  uploads_batch: 'uploads (id) where batch_id is not null',
  uploads_account_batch: 'uploads (account_id, id) where batch_id is not null',
};
