import { checkContract, describeMismatch, readEntries, RegistryError, satisfies, signedText } from './host.ts';
import { declarationOf } from './test-declaration.ts';

const declaration = declarationOf('mf-x', { contract: { ui: '^1.2.0' }, shared: { react: '^19.3.1' } });
const provided = { versions: { '@device-console/shared-lib/ui': '1.4.0', react: '19.3.1' }, apiVersion: '1.0.0' };
const entry = {
  id: 'mf-x',
  sequence: 1,
  baseUrl: 'http://localhost/x/',
  publishedAt: '2026-01-01T00:00:00Z',
  declaration,
};

describe('checkContract', () => {
  it('passes a remote whose ranges the host meets', () => {
    expect(checkContract(declaration, provided)).toEqual([]);
  });

  it('says that the console must upgrade when the remote was built with a newer shared-lib', () => {
    const [mismatch] = checkContract({ ...declaration, contract: { ui: '^1.9.0' } }, provided);
    expect(mismatch && describeMismatch(mismatch)).toBe(
      'It needs @device-console/shared-lib/ui ^1.9.0, the console provides 1.4.0. The console must be upgraded.',
    );
  });

  it('says that the remote must be rebuilt when the console is a major ahead', () => {
    const [mismatch] = checkContract({ ...declaration, contract: { ui: '^0.9.0' } }, provided);
    expect(mismatch?.whoMustUpgrade).toBe('remote');
  });

  it('names a missing subpath and an unmet API version', () => {
    const mismatches = checkContract({ ...declaration, contract: { maps: '^1.0.0' }, apiVersion: '^2.0.0' }, provided);
    expect(mismatches.map(({ key, provided: has }) => [key, has])).toEqual([
      ['@device-console/shared-lib/maps', null],
      ['API', '1.0.0'],
    ]);
  });

  it.each([
    ['1.2.3', '^1.2.0', true],
    ['1.2.3', '^1.3.0', false],
    ['2.0.0', '^1.3.0', false],
    ['0.2.1', '^0.2.0', true],
    ['0.3.0', '^0.2.0', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
  ])('%s satisfies %s: %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected);
  });
});

describe('readEntries', () => {
  it('keeps the good entries beside a broken, a repeated and a misnamed one', () => {
    const read = readEntries({
      schemaVersion: 1,
      remotes: [
        entry,
        { id: 'mf-broken', sequence: 'x' },
        entry,
        { ...entry, id: 'mf-y' },
        { ...entry, id: 'mf-x', canary: { ...entry, declaration: { ...declaration, id: 'mf-z' } } },
      ],
    });
    expect(read.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'mf-x usable',
      'mf-broken broken',
      'mf-x broken',
      'mf-y broken',
      'mf-x broken',
    ]);
    expect(read.flatMap((one) => (one.status === 'broken' ? [one.message] : []))[0]).toContain('sequence');
  });

  it('passes over kinds of contributions that a later build may have, and takes a build that knew none', () => {
    const asset = { file: 'p.js', kind: 'script', integrity: 'sha384-x' };
    const panel = { id: 'score', title: 'Score', order: 1, roles: ['ADMIN'], assets: [asset], parts: ['ui'] };
    const contributions = { devicePanels: [{ ...panel, height: 'tall' }], palette: [{ id: 'go' }] };
    const read = (more: object) => {
      const [one] = readEntries({
        schemaVersion: 1,
        remotes: [{ ...entry, declaration: { ...declaration, ...more } }],
      });
      return one?.status === 'usable' ? one.entry.declaration.contributions : one;
    };
    expect(read({ contributions })).toEqual({ devicePanels: [panel] });
    expect(read({})).toBeUndefined();
  });

  it('names a panel that has no files as what is wrong with its remote', () => {
    const contributions = { devicePanels: [{ id: 'score', title: 'Score', order: 1 }] };
    const [one] = readEntries({
      schemaVersion: 1,
      remotes: [{ ...entry, declaration: { ...declaration, contributions } }],
    });
    expect(one).toMatchObject({ status: 'broken', message: expect.stringContaining('devicePanels.0.assets') });
  });

  it.each([null, 'text', [], { schemaVersion: 2, remotes: [] }])('refuses %j as a whole', (document) => {
    expect(() => readEntries(document)).toThrow(RegistryError);
  });
});

it('signedText is the same however the entry was written, and leaves the signature out', () => {
  const one = { id: 'mf-x', signature: 'a', declaration: { b: [{ z: 1, y: null }], a: 'ä' } };
  const other = { declaration: { a: 'ä', b: [{ y: null, z: 1 }] }, id: 'mf-x', signature: 'b' };
  expect(signedText(one)).toBe('{"declaration":{"a":"ä","b":[{"y":null,"z":1}]},"id":"mf-x"}');
  expect(signedText(other)).toBe(signedText(one));
});
