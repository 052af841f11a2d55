import { mayAccess, type Access, type Holder } from './index.ts';

const holder = (userlevel: Holder['userlevel'], ...permissions: string[]): Holder => ({ userlevel, permissions });
const superadmin = holder('SUPERADMIN');
const admin = holder('ADMIN');
const operator = holder('USER', 'Reports');
const nobody = holder('USER');

/** Who passes: superadmin, admin, an operator who may see reports, an operator without permissions. */
const matrix: readonly (readonly [string, Access, string])[] = [
  ['no condition', {}, 'yes yes yes yes'],
  ['the permission Reports', { permission: 'Reports' }, 'yes yes yes no'],
  ['the permission reports in another spelling', { permission: 'reports' }, 'yes yes no no'],
  ['another permission', { permission: 'Audit Report' }, 'yes yes no no'],
  ['any of two permissions', { anyPermission: ['Audit Report', 'Reports'] }, 'yes yes yes no'],
  ['any of none', { anyPermission: [] }, 'yes yes no no'],
  ['a permission and any of others', { permission: 'Reports', anyPermission: ['Audit Report'] }, 'yes yes no no'],
  ['admins', { roles: ['ADMIN', 'SUPERADMIN'] }, 'yes yes no no'],
  ['ADMIN alone', { roles: ['ADMIN'] }, 'no yes no no'],
  ['SUPERADMIN alone', { roles: ['SUPERADMIN'] }, 'yes no no no'],
  ['USER with a permission', { roles: ['USER'], permission: 'Reports' }, 'no no yes no'],
  ['no role at all', { roles: [] }, 'no no no no'],
];

describe('mayAccess', () => {
  it.each(matrix)('N5 N6 D9 %s', (_what, access, expected) => {
    expect([superadmin, admin, operator, nobody].map((who) => (mayAccess(who, access) ? 'yes' : 'no')).join(' ')).toBe(
      expected,
    );
  });
});
