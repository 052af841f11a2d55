import { permissionNames } from '../contract/index.ts';
import type { RegistryEntry } from '../remote/index.ts';
import { claimsOf, nameOwnership, namesOf } from './index.ts';
import { entryOf, FIRST, screen, shown, since } from './test-ownership.ts';

describe('claimsOf', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const next = entryOf('mf-a', [
    screen('one'),
    screen('two', { permission: 'Warranty' }),
    screen('three', { permission: 'Reports' }),
  ]);
  const claims = (previous: RegistryEntry | null, others: readonly RegistryEntry[] = [], at = now) =>
    claimsOf(next, { previous, others, now: at });

  it("D25 names are claimed from now on, those of the specification's permissions never", () => {
    expect(claims(null)).toEqual({
      'address:one': '2026-06-01T00:00:00.000Z',
      'address:three': '2026-06-01T00:00:00.000Z',
      'address:two': '2026-06-01T00:00:00.000Z',
      'permission:warranty': '2026-06-01T00:00:00.000Z',
    });
    expect(namesOf(next.declaration).map(({ key }) => key)).toContain('permission:reports');
    expect(permissionNames).toContain('Reports');
  });

  it('D25 what the entry before declared keeps its time, and what it did not declare does not', () => {
    const before = entryOf('mf-a', [screen('one')], { claims: { 'address:one': FIRST, 'address:two': FIRST } });
    expect(claims(before)).toMatchObject({ 'address:one': FIRST, 'address:two': '2026-06-01T00:00:00.000Z' });
  });

  it('D25 of an entry that states no claims the publication counts', () => {
    expect(claims(entryOf('mf-a', [screen('one')]))['address:one']).toBe('2026-01-01T00:00:00Z');
    expect(claims(entryOf('mf-a', [screen('one')], { publishedAt: 'yesterday' }))['address:one']).toBe(
      '2026-06-01T00:00:00.000Z',
    );
  });

  it('D25 a new claim is later than all that the registry holds, but for times that cannot be', () => {
    const others = [
      entryOf('mf-b', [screen('x')], since('2026-06-01T00:05:00Z', 'address:x')),
      entryOf('mf-c', [screen('y')], since('9999-01-01T00:00:00Z', 'address:y')),
    ];
    expect(claims(null, others)['address:one']).toBe('2026-06-01T00:05:00.001Z');
  });

  it('D25 the order of publications decides, so that no two claim at one moment', () => {
    const first = { ...next, id: 'mf-z', claims: claims(null) };
    const second = { ...next, declaration: { ...next.declaration, id: 'mf-a' }, claims: claims(null, [first]) };
    const entries = [second, { ...first, declaration: { ...next.declaration, id: 'mf-z' } }];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)).toMatchObject({
      'mf-z': { paths: ['one', 'two', 'three'] },
      'mf-a': { paths: [] },
    });
  });
});
