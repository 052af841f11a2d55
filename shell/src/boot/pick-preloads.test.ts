import { accessText, specifiedScreens } from '@device-console/shared-lib/contract';
import { declaredScreen, registryDocument, registryEntry, wholeConsole } from '../testing/test-registry.ts';
import { pickPreloads, type Terms } from './pick-preloads.ts';

const NOW = Date.UTC(2026, 10, 20);
const provided = { versions: { '@device-console/shared-lib/ui': '1.4.0' }, apiVersion: '1.0.0' };
const terms: Terms = { provided, specified: {}, keys: undefined };
const assets = [
  { file: 'entry.1a.js', kind: 'script' as const, integrity: 'sha384-a' },
  { file: 'audit.2b.css', kind: 'style' as const, integrity: 'sha384-b' },
];
const registry = registryDocument([
  { hello: 'no entry at all' },
  ...wholeConsole.filter(({ id }) => id !== 'mf-reports'),
  registryEntry('mf-reports', [
    declaredScreen('audit', { path: 'auditReport', permission: 'Audit Report', assets }),
    declaredScreen('reports', {
      path: 'reports/:report',
      permission: 'Reports',
      assets: assets.slice(0, 1),
      parts: ['ui/table', 'csv'],
    }),
    declaredScreen('ordinary', { path: 'ordinary', audiences: ['standard'], assets }),
  ]),
]);
const hint = (more: object = {}): string =>
  JSON.stringify({ userlevel: 'USER', permissions: ['Audit Report'], expiresAt: NOW + 1, ...more });
const admin = hint({ userlevel: 'ADMIN', permissions: [] });
const superadmin = hint({ userlevel: 'SUPERADMIN', permissions: [] });
const both = [
  { href: 'http://remotes.test/mf-reports/entry.1a.js', kind: 'script', integrity: 'sha384-a' },
  { href: 'http://remotes.test/mf-reports/audit.2b.css', kind: 'style', integrity: 'sha384-b' },
];
const nothing = { files: [], parts: [] };

describe('pickPreloads', () => {
  it.each([
    ['/auditReport', hint()],
    ['/auditReport', admin],
    ['/superadmin/auditReport', superadmin],
    ['/ordinary', hint({ permissions: [] })],
  ])('D9a preloads every asset of %s for the hint %s', (pathname, text) => {
    expect(pickPreloads(registry, pathname, text, null, terms, NOW)).toEqual({ files: both, parts: [] });
  });

  it('D9a a path with a parameter matches by its parts, and brings the parts that its screen needs', () => {
    expect(pickPreloads(registry, '/reports/register', admin, null, terms, NOW)).toEqual({
      files: both.slice(0, 1),
      parts: ['ui/table', 'csv'],
    });
    expect(pickPreloads(registry, '/reports', admin, null, terms, NOW)).toEqual(nothing);
    expect(pickPreloads(registry, '/reports/register/more', admin, null, terms, NOW)).toEqual(nothing);
  });

  it.each([
    ['the login has expired', '/auditReport', hint({ expiresAt: NOW })],
    ['N5 the permission is missing', '/auditReport', hint({ permissions: ['Reports'] })],
    ['N4 a superadmin address is asked for by an ADMIN', '/superadmin/auditReport', admin],
    ['N3 the screen has no such address', '/superadmin/ordinary', superadmin],
    ['no remote has the address', '/nowhere', admin],
    ["it is the host's own page", '/', admin],
    ['the role is unknown', '/auditReport', hint({ userlevel: 'BOSS' })],
    ['the expiry is no number', '/auditReport', hint({ expiresAt: '2030-01-01' })],
    ['the hint is null', '/auditReport', 'null'],
    ['the hint is a list', '/auditReport', '[]'],
  ])('D9a preloads nothing when %s', (_why, pathname, text) => {
    expect(pickPreloads(registry, pathname, text, null, terms, NOW)).toEqual(nothing);
  });

  it.each([
    ['hint ""', registry, ''],
    ['hint "USER"', registry, 'USER'],
    ['registry null', null, admin],
    ['registry "text"', 'text', admin],
    ['registry {}', {}, admin],
    ['registry of no list', { remotes: {} }, admin],
  ])('D9a throws for the malformed %s', (_what, document, text) => {
    expect(() => pickPreloads(document, '/auditReport', text, null, terms, NOW)).toThrow();
  });

  it('D9a skips what is no entry of a remote', () => {
    const document = registryDocument([null, 1, {}]);
    expect(pickPreloads(document, '/auditReport', admin, null, terms, NOW)).toEqual(nothing);
  });

  it.each([
    [{ contract: { ui: '^1.4.0' } }, 2],
    [{ contract: { ui: '^1.5.0' } }, 0],
    [{ contract: { table: '^1.0.0' } }, 0],
    [{ apiVersion: '^1.1.0' }, 0],
  ])('D9a of a remote that needs %j it preloads %i files', (needs, files) => {
    const needing = registryDocument([
      registryEntry('mf-reports', [declaredScreen('audit', { path: 'auditReport', assets })], needs),
    ]);
    expect(pickPreloads(needing, '/auditReport', admin, null, terms, NOW).files).toHaveLength(files);
  });

  it('D9a preloads the release that the last load used, and nothing that the registry does not name', () => {
    const canary = {
      baseUrl: 'http://remotes.test/canary/',
      publishedAt: '',
      declaration: registryEntry('mf-reports', [
        declaredScreen('audit', { path: 'auditReport', assets: assets.slice(0, 1) }),
      ]).declaration,
    };
    const withCanary = registryDocument([
      { ...registryEntry('mf-reports', [declaredScreen('audit', { path: 'auditReport', assets })]), canary },
    ]);
    const of = (used: string | null) =>
      pickPreloads(withCanary, '/auditReport', admin, used, terms, NOW).files.map(({ href }) => href);
    expect(of('{"mf-reports":"http://remotes.test/canary/"}')).toEqual(['http://remotes.test/canary/entry.1a.js']);
    expect(of('{"mf-reports":"http://remotes.test/before/"}')).toEqual([]);
    for (const used of [null, '{}', '7', '{"mf-admin":"http://remotes.test/canary/"}'])
      expect(of(used)).toEqual(both.map(({ href }) => href));
  });

  it('D9a preloads nothing where config.json names another registry than the one that was read', () => {
    const filesAt = (registryUrl: unknown) =>
      pickPreloads(registry, '/auditReport', hint(), null, { ...terms, registryUrl }, NOW).files;
    expect(filesAt('https://store.test/registry.json')).toEqual([]);
    expect(filesAt('/registry.json')).toEqual(both);
    expect(filesAt(undefined)).toEqual(both);
  });

  describe('D25 of an address', () => {
    const screen = (more: object = {}) => declaredScreen('audit', { path: 'auditReport', assets, ...more });
    const filesOf = (entries: readonly unknown[], more: Partial<Terms> = {}, pathname = '/auditReport') =>
      pickPreloads(registryDocument(entries), pathname, hint(), null, { ...terms, ...more }, NOW).files.length;
    const owner = registryEntry('mf-reports', [screen({ permission: 'Audit Report' })]);

    it('that two remotes declare, in whatever case and with whatever behind it, it preloads nothing of either', () => {
      expect(filesOf([owner])).toBe(2);
      for (const path of ['auditReport', 'AUDITREPORT', 'auditreport/:imei']) {
        const other = registryEntry('mf-a', [screen({ path })]);
        expect(filesOf([other, owner])).toBe(0);
        expect(filesOf([owner, { ...registryEntry('mf-a', []), canary: other }])).toBe(0);
      }
    });

    it('that config.json keeps for the key of another remote it preloads nothing', () => {
      const keptFor = (remote: string, ...addresses: unknown[]) => ({
        keys: [{ remotes: [remote], names: { addresses } }],
      });
      for (const listed of ['auditReport', 'auditreport', 'audit*', '*']) {
        expect(filesOf([owner], keptFor('mf-a', listed))).toBe(0);
        expect(filesOf([owner], keptFor('mf-reports', listed))).toBe(2);
      }
      // A key that lists names has no others.
      expect(filesOf([owner], keptFor('mf-reports', 'other'))).toBe(0);
      expect(filesOf([owner], keptFor('mf-a', 'audit'))).toBe(2);
      const damaged = [null, 7, { names: 'none' }, { names: { addresses: [7] }, remotes: 1 }];
      for (const keys of ['none', damaged]) expect(filesOf([owner], { keys })).toBe(2);
    });

    it('N5 of the specification that is more open than it says it preloads nothing', () => {
      const specified = Object.fromEntries([...specifiedScreens].map(([path, access]) => [path, accessText(access)]));
      expect(filesOf([owner], { specified })).toBe(2);
      expect(filesOf([registryEntry('mf-reports', [screen()])], { specified })).toBe(0);
      const below = registryEntry('mf-reports', [screen({ path: 'auditReport/:imei' })]);
      expect(filesOf([below], { specified }, '/auditReport/1')).toBe(0);
      const unknown = registryEntry('mf-x', [screen({ path: 'constructor' })]);
      expect(filesOf([unknown], { specified }, '/constructor')).toBe(2);
    });
  });
});
