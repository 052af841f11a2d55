import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-admin', () => {
  it("is a valid remote, and every screen's code loads", async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  const both = { roles: ['ADMIN', 'SUPERADMIN'], audiences: ['standard', 'superadmin'] };

  it.each([
    ['N6 D9', 'users', { path: 'userManagement', title: 'User Management', nav: { order: 150 } }],
    ['N3 N7 D9', 'keys', { path: 'keyManagement', title: 'Key Management' }],
    [
      'N1 D1a',
      'operator-audit',
      { path: 'operatorAudit', title: 'Operator Audit', nav: { order: 185 }, needs: ['operatorAudit.php'] },
    ],
  ])('%s %s is for ADMIN and SUPERADMIN, by role', (_ids, id, declared) => {
    expect(remote.screens.find((screen) => screen.id === id)).toMatchObject({ ...both, ...declared });
  });

  it('N3 Key Management has no menu entry', () => {
    expect(remote.screens.find(({ id }) => id === 'keys')?.nav).toBeUndefined();
  });
});
