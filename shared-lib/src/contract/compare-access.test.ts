import { accessText, isLooser, type Access } from './index.ts';

describe('isLooser', () => {
  it.each<[string, Access, Access, boolean]>([
    ['the same permission', { permission: 'Reports' }, { permission: 'Reports' }, false],
    ['no permission', {}, { permission: 'Reports' }, true],
    ['another permission', { permission: 'App Version' }, { permission: 'Reports' }, true],
    ['that permission or another', { anyPermission: ['Reports', 'App Version'] }, { permission: 'Reports' }, true],
    ['that permission as the only one of a choice', { anyPermission: ['Reports'] }, { permission: 'Reports' }, false],
    [
      'that permission and one of others',
      { permission: 'Reports', anyPermission: ['App Version'] },
      { permission: 'Reports' },
      false,
    ],
    ['roles that no permission limits', { roles: ['ADMIN', 'SUPERADMIN'] }, { permission: 'Reports' }, false],
    ['a role of operators without the permission', { roles: ['USER'] }, { permission: 'Reports' }, true],
    ['fewer roles', { roles: ['SUPERADMIN'] }, { roles: ['ADMIN', 'SUPERADMIN'] }, false],
    ['more roles', { roles: ['ADMIN', 'SUPERADMIN'] }, { roles: ['SUPERADMIN'] }, true],
    ['a permission in the place of roles', { permission: 'Reports' }, { roles: ['SUPERADMIN'] }, true],
    ['one of two that are a choice', { permission: 'Reports' }, { anyPermission: ['Reports', 'App Version'] }, false],
    ['anything where nothing is asked', {}, {}, false],
  ])('N5 D25 %s: %j beside %j is looser: %s', (_what, declared, asked, expected) => {
    expect(isLooser(declared, asked)).toBe(expected);
  });
});

it('N5 the text of an access is that of another only where both ask for the same', () => {
  const accesses = [
    {},
    { permission: 'A' },
    { anyPermission: ['A'] },
    { anyPermission: ['A', 'B'] },
    { roles: ['ADMIN'] as const },
    { roles: ['ADMIN', 'SUPERADMIN'] as const },
    { permission: 'A', roles: ['ADMIN'] as const },
  ];
  expect(new Set(accesses.map(accessText)).size).toBe(accesses.length);
  expect(accessText({ permission: 'A', roles: undefined })).toBe(accessText({ permission: 'A' }));
});
