import type { BatchRunRow } from '@device-console/shared-lib/contract';

/** A batch of three devices that was begun elsewhere and is not heard of. */
export const batchRun: BatchRunRow = {
  batchId: '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6',
  action: 'lock',
  file: 'lock-1.csv',
  oldfile: 'overdue.csv',
  user: 'asha@example.com',
  startedAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:05:00.000Z',
  total: 3,
  found: 1,
  notFound: null,
  sent: 0,
  acknowledged: 1,
  failed: 0,
  queued: 0,
  expired: 0,
  unknown: 0,
  cancelled: 0,
  lastimei: '',
  isComplete: 'incomplete',
  state: 'silent',
  done: 2,
  holder: 'asha@example.com',
  place: 'Chrome 142 on Windows',
  seenAt: '2026-11-20T10:05:00.000Z',
};
