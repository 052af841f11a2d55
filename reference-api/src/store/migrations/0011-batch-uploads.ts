import type { IndexList } from './indexes.ts';

/** What the copy of a batch is found by. Databases that came to version 0008 before have it from there. */
export const batchUploadIndexes: IndexList = {
  uploads_of_batch: 'uploads (batch_id, account_id, id) where batch_id is not null',
};
