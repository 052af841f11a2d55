import { t } from '../t.ts';

/** The texts about batches that are kept unfinished (D11a, D14). */
export const archiveMessages = {
  title: t('Unfinished batches'),
  help: t(
    'Batches of this command that you left unfinished, that ended with unconfirmed devices, or of whose ' +
      'end the server was not told yet. They are kept in this browser alone until you resume or delete ' +
      'them.',
  ),
  leftAt: t('Left'),
  why: t('State'),
  unfinished: t('left unfinished'),
  unconfirmedLeft: t('unconfirmed devices left'),
  notTold: (why: string) => t('complete; the server was not told yet. {why}', { why }),
  actions: t('Actions'),
  takeUp: t('Resume'),
  takeUpOf: (file: string) => t('Resume {file}', { file }),
  saveOf: (file: string) => t('Download CSV of {file}', { file }),
  remove: t('Delete'),
  removeOf: (file: string) => t('Delete {file}', { file }),
  removeTitle: (file: string) => t('Delete the batch {file}?', { file }),
  removeText: t(
    'Its list and results are deleted from this browser, and it cannot be resumed. What was sent to ' +
      'devices stays as it is, and stands in the reports.',
  ),
  removeUntold: t(
    'Its results are deleted from this browser, and the server is never told that it is complete. What ' +
      'was sent to devices stays as it is.',
  ),
  failed: t('The unfinished batches are not available'),
  gone: t('This batch is not kept any more. It was resumed or deleted in another tab.'),
  empty: t('There are none'),
} as const;
