import { audiences, calls } from '@device-console/shared-lib/contract';
import { defineRemote } from '@device-console/shared-lib/remote';
import { t } from './t.ts';

const roles = ['ADMIN', 'SUPERADMIN'] as const;

export const remote = defineRemote({
  id: 'mf-admin',
  owner: 'Administration team',
  screens: [
    {
      id: 'users',
      path: 'userManagement',
      title: 'User Management',
      roles,
      refusal: 'login',
      audiences,
      icon: 'users',
      nav: { order: 150, group: 'administration' },
      load: () => import('./users/users-screen.tsx'),
    },
    {
      id: 'keys',
      path: 'keyManagement',
      title: 'Key Management',
      icon: 'key',
      roles,
      audiences,
      more: { order: 70 },
      load: () => import('./keys/keys-screen.tsx'),
    },
    {
      id: 'operator-audit',
      path: 'operatorAudit',
      title: 'Operator Audit',
      roles,
      audiences,
      icon: 'activity',
      more: { order: 80 },
      needs: [calls.operatorAudit.path],
      load: () => import('./audit/operator-audit-screen.tsx'),
    },
    {
      id: 'approvals',
      path: 'approvals',
      title: 'Approvals',
      audiences,
      icon: 'audit',
      more: { order: 95 },
      listedWhile: 'approvals',
      needs: [calls.approvals.path],
      load: () => import('./approvals/approvals-screen.tsx'),
    },
    {
      id: 'operations',
      path: 'operations',
      title: 'Operations',
      roles: ['SUPERADMIN'],
      audiences: ['superadmin'],
      icon: 'activity',
      more: { order: 90 },
      needs: [calls.operations.path],
      load: () => import('./operations/operations-screen.tsx'),
    },
  ],
  contributions: {
    devicePanels: [
      {
        id: 'operator-actions',
        title: t('Operator Actions'),
        order: 100,
        roles,
        needs: [calls.operatorAudit.path],
        load: () => import('./audit/operator-actions-panel.tsx'),
      },
    ],
  },
});
