import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { notesOn, refuseDeclaration, refuseLargeScreens } from '../lib/refusals/declaration-faults.ts';

test('a declaration with a title that nobody reads, or a permission that nobody has, is refused', () => {
  const screen = { id: 'one', path: 'one', title: 'One', assets: [] };
  const declare = (more: object, contributions?: RemoteDeclaration['contributions']) => () =>
    refuseDeclaration({ screens: [{ ...screen, ...more }], contributions });
  for (const good of [{}, { permission: 'Audit Report' }, { permission: 'Warranty', anyPermission: ['Reports'] }])
    assert.doesNotThrow(declare(good));
  assert.throws(declare({ title: 'x'.repeat(400) }), /\[declarations\]\n {2}"one": its title has 400 characters\n/);
  assert.throws(declare({ permission: 'audit-report' }), /"audit-report" is no permission; "Audit Report" is one/);
  assert.throws(declare({ anyPermission: ['Reports', 'auditreport'] }), /"auditreport" is no permission/);
  const searchCommands = [{ id: 'go', title: 'Go', order: 1, address: 'two' }];
  assert.throws(declare({}, { searchCommands }), /"go": no screen of this remote is at "two"/);
  const serviceCalls = [{ path: 'claims', permission: 'reports' }];
  assert.throws(() => refuseDeclaration({ screens: [], serviceCalls }), /"reports" is no permission; "Reports" is one/);
  assert.throws(declare({}, { homePanels: [{ ...screen, order: 1, permission: 'reports' }] }), /"Reports" is one/);
});

test('a screen or panel over the limit is named with its size; package.json may name another limit', () => {
  const declaration = {
    screens: [
      { id: 'one', assets: [{ file: 'entry.js' }, { file: 'one.js' }] },
      { id: 'two', assets: [{ file: 'entry.js' }] },
    ],
    contributions: {
      devicePanels: [{ id: 'one', assets: [{ file: 'entry.js' }, { file: 'panel.js' }] }],
      homePanels: [{ id: 'one', assets: [{ file: 'entry.js' }] }],
    },
  };
  const bytesOf = (file: string): Buffer =>
    Buffer.from(
      file === 'entry.js' ? 'x' : Array.from({ length: 500 }, (_, index) => (index * 7919).toString(36)).join(),
    );
  assert.doesNotThrow(() => refuseLargeScreens(declaration, bytesOf, 5_000));
  const later = { ...declaration, assets: [{ file: 'later.js' }] };
  assert.throws(
    () => refuseLargeScreens(later, (file) => (file === 'later.js' ? randomBytes(310_000) : Buffer.from('')), 5_000),
    /\n {2}later\.js: \d+ bytes; the limit is 300000\n/,
  );
  assert.throws(
    () => refuseLargeScreens(declaration, bytesOf, 500),
    new RegExp(
      String.raw`Refused: a screen or panel of more than 50 kB[^]*the screen "one": \d+ bytes; ` +
        String.raw`the limit is 500\n *the panel "one": \d+ bytes; the limit is 500\nInstead: an import\(\)`,
    ),
  );
});

test('a declaration that lets everybody in, or names a permission that the console has not, is told', () => {
  const screen = { id: 'one', path: 'one', title: 'One', assets: [], audiences: [] };
  const panel = { id: 'two', title: 'Two', order: 1, assets: [] };
  const notes = (more: object, devicePanels: (typeof panel & { anyPermission?: string[] })[] = []): string[] =>
    notesOn({ id: 'mf-a', screens: [{ ...screen, ...more }], contributions: { devicePanels } });
  assert.deepEqual(notes({ permission: 'Reports' }), []);
  assert.deepEqual(notes({ roles: ['ADMIN'] }, [{ ...panel, anyPermission: ['Reports'] }]), []);
  assert.deepEqual(notes({ permission: 'Reports' }, [panel]), [
    '"two" is for everybody who has logged in: it names neither a permission nor roles.',
  ]);
  assert.match(notes({})[0] ?? '', /^"one" is for everybody who has logged in/);
  assert.deepEqual(notes({ permission: 'Warranty' }), [
    '"Warranty" is a permission of your own: the administrator adds it, once, by add-permission.',
  ]);
  const parts = { screens: [{ ...screen, permission: 'Warranty' }], serviceCalls: [{ path: 'claims' }] };
  const more = { ...parts, screens: [...parts.screens, { ...screen, permission: 'Warranty Claims' }] };
  assert.deepEqual(notesOn({ id: 'mf-a', ...parts }, parts), [], 'what is live was told of before');
  assert.deepEqual(
    notesOn({ id: 'mf-a', ...more }, parts).map((note) => note.split(' ')[0]),
    ['"Warranty'],
  );
});

test('what calls a service of its team says what the administrator adds, as the API reads it', () => {
  const serviceCalls = [
    { path: 'claims', permission: 'Reports' },
    { path: 'claims/settle', roles: [], changes: true },
  ];
  const [note = ''] = notesOn({ id: 'mf-a', screens: [], serviceCalls });
  assert.match(note, /^It calls a service of its team, .* SERVICES_FILE \(ADR 0073\):\n/);
  const added = JSON.parse(note.slice(note.indexOf('{')));
  assert.deepEqual(added['mf-a'].calls, serviceCalls);
  assert.deepEqual(Object.keys(added['mf-a']), ['url', 'secret', 'calls']);
});
