import { defineRemote } from '@device-console/shared-lib/remote';

export const remote = defineRemote({
  id: 'mf-reports',
  owner: 'Reporting team',
  screens: [
    {
      id: 'reports',
      path: 'reports',
      title: 'Reports',
      permission: 'Reports',
      audiences: ['standard', 'superadmin'],
      icon: 'report',
      nav: { order: 160, group: 'activity' },
      load: () => import('./reports/reports-screen.tsx'),
    },
    {
      id: 'report',
      path: 'reports/:report',
      title: 'Reports',
      permission: 'Reports',
      audiences: ['standard', 'superadmin'],
      load: () => import('./reports/report-screen.tsx'),
    },
    {
      id: 'audit',
      path: 'auditReport',
      title: 'Audit Report',
      permission: 'Audit Report',
      audiences: ['standard', 'superadmin'],
      icon: 'audit',
      nav: { order: 180, group: 'activity' },
      load: () => import('./audit/audit-screen.tsx'),
    },
  ],
  contributions: { deviceActions: [{ id: 'view-audit', title: 'View Audit', order: 0, screen: 'audit' }] },
});
