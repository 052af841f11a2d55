/** What the batch card shows, told when the focus comes to it. */
export const stageMessages = {
  preparing: 'Batch: looking for an unfinished one',
  idle: 'Batch: no file chosen',
  reading: 'Batch: the file is being read',
  rejected: 'Batch: the file cannot be used',
  ready: 'Batch: ready to start',
  resumable: 'Batch: unfinished',
  'locked-elsewhere': 'Batch: runs in another tab',
  uploading: 'Batch: starting',
  registering: 'Batch: starting',
  running: 'Batch: running',
  paused: 'Batch: paused',
  reporting: 'Batch: telling the server',
  finished: 'Batch: complete',
  failed: 'Batch: failed',
} as const;
