import { t } from '../t.ts';

/** What the batch card shows, told when the focus comes to it. */
export const stageMessages = {
  preparing: t('Batch: looking for an unfinished one'),
  idle: t('Batch: no file chosen'),
  reading: t('Batch: the file is being read'),
  rejected: t('Batch: the file cannot be used'),
  ready: t('Batch: ready to start'),
  resumable: t('Batch: unfinished'),
  'locked-elsewhere': t('Batch: runs in another tab'),
  'taken-over': t('Batch: taken over'),
  uploading: t('Batch: starting'),
  registering: t('Batch: starting'),
  running: t('Batch: running'),
  paused: t('Batch: paused'),
  reporting: t('Batch: telling the server'),
  finished: t('Batch: complete'),
  failed: t('Batch: failed'),
} as const;
