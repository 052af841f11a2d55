import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-admin', () => {
  it('N5 is a valid remote, and every screen\'s code loads', async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('N6 D9 User Management is for ADMIN and SUPERADMIN, by role', () => {
    expect(remote.screens.find(({ id }) => id === 'users')).toMatchObject({
      path: 'userManagement', title: 'User Management', roles: ['ADMIN', 'SUPERADMIN'], audiences: ['standard', 'superadmin'], nav: { order: 150 },
    });
  });
});
