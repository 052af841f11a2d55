/** The texts about batches that are kept unfinished (D11a, D14). */
export const archiveMessages = {
  title: 'Unfinished batches',
  help:
    'Batches of this command that you left unfinished, that ended with unconfirmed devices, or of whose end the ' +
    'server was not told yet. They are kept in this browser alone until you resume or delete them.',
  leftAt: 'Left',
  why: 'State',
  unfinished: 'left unfinished',
  unconfirmedLeft: 'unconfirmed devices left',
  notTold: (why: string) => `complete; the server was not told yet. ${why}`,
  actions: 'Actions',
  takeUp: 'Resume',
  takeUpOf: (file: string) => `Resume ${file}`,
  saveOf: (file: string) => `Download CSV of ${file}`,
  remove: 'Delete',
  removeOf: (file: string) => `Delete ${file}`,
  removeTitle: (file: string) => `Delete the batch ${file}?`,
  removeText:
    'Its list and results are deleted from this browser, and it cannot be resumed. What was sent to devices ' +
    'stays as it is, and stands in the reports.',
  removeUntold:
    'Its results are deleted from this browser, and the server is never told that it is complete. What was sent to ' +
    'devices stays as it is.',
  failed: 'The unfinished batches are not available',
  gone: 'This batch is not kept any more. It was resumed or deleted in another tab.',
  empty: 'There are none',
} as const;
