import type { OfferedDeviceAction } from '../console/index.ts';

const both = ['standard', 'superadmin'] as const;

/** Actions on a device, in order: View Audit, Lock Device, Unlock Device. */
export const offeredActions: readonly OfferedDeviceAction[] = (
  [
    ['mf-reports/view-audit', 'View Audit', 0, 'auditReport', 'Audit Report'],
    ['mf-commands/lock', 'Lock Device', 101, 'lockDevice', 'Lock Device'],
    ['mf-commands/unlock', 'Unlock Device', 102, 'unlockDevice', 'Unlock Device'],
  ] as const
).map(([id, title, order, path, permission]) => ({ id, title, order, path, permission, audiences: both }));
