import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-admin', () => {
  it("is a valid remote, and every screen's code loads", async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  const both = { roles: ['ADMIN', 'SUPERADMIN'], audiences: ['standard', 'superadmin'] };

  it.each([
    [
      'N6 D9',
      'users',
      {
        path: 'userManagement',
        title: 'User Management',
        icon: 'users',
        nav: { order: 150, group: 'administration' },
      },
    ],
    ['N1 N3 N7 D9 F1', 'keys', { path: 'keyManagement', title: 'Key Management', icon: 'key', more: { order: 70 } }],
    [
      'N1 N3 D1a D17 F1',
      'operator-audit',
      {
        path: 'operatorAudit',
        title: 'Operator Audit',
        more: { order: 80 },
        needs: ['operatorAudit.php'],
      },
    ],
  ])(
    '%s %s is for ADMIN and SUPERADMIN, by role, with its place',
    (_ids, id, declared: { nav?: object; [field: string]: unknown }) => {
      const found = remote.screens.find((screen) => screen.id === id);
      expect(found).toMatchObject({ ...both, ...declared });
      expect(found?.nav).toEqual(declared.nav);
    },
  );
});
