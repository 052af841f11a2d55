import type { IndexList } from './indexes.ts';

/**
 * What the commands of one action are listed by, newest first: of a rare one few rows are read. And what a batch's
 * commands are read by, piece by piece.
 */
export const commandListIndexes: IndexList = {
  commands_action: 'commands (action, id)',
  commands_batch_rows: 'commands (batch_id, id) where batch_id is not null',
};
