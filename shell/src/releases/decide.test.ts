import { registryEntry } from '../testing/test-registry.ts';
import { chooseRelease, remoteTitle, shareOf, type Operator } from './decide.ts';

const operator: Operator = { email: 'operator@example.com', userlevel: 'USER' };
const live = registryEntry('mf-reports', []);
const canary = {
  baseUrl: 'http://remotes.test/canary/',
  publishedAt: '',
  declaration: { ...live.declaration, version: '1.5.0' },
  share: 0,
  roles: [],
};
const withCanary = (more: object) => ({ ...live, canary: { ...canary, ...more } });
const emails = Array.from({ length: 4_000 }, (_, index) => `operator${index}@example.com`);

describe('chooseRelease', () => {
  it('gives the live release before login, and to whom no canary is meant', () => {
    expect(chooseRelease(withCanary({ share: 1 }), null, false)).toMatchObject({
      baseUrl: live.baseUrl,
      source: 'registry',
    });
    expect(chooseRelease(withCanary({ roles: ['ADMIN'] }), operator, false).source).toBe('registry');
    expect(chooseRelease(live, operator, true)).toMatchObject({ baseUrl: live.baseUrl, source: 'last-good' });
  });

  it('gives the canary to its roles and its share', () => {
    expect(chooseRelease(withCanary({ roles: ['USER'] }), operator, false)).toMatchObject({
      baseUrl: canary.baseUrl,
      source: 'canary',
      declaration: { version: '1.5.0' },
    });
    expect(chooseRelease(withCanary({ share: 1 }), operator, false).source).toBe('canary');
  });

  it.each([0, 0.1, 0.5, 1])('splits operators by a share of %d, the same ones each time', (share) => {
    const split = () =>
      emails.filter((email) => chooseRelease(withCanary({ share }), { ...operator, email }, false).source === 'canary');
    expect(split()).toEqual(split());
    expect(Math.abs(split().length / emails.length - share)).toBeLessThan(0.03);
  });

  it('splits each remote apart, and takes an address in any case as the same operator', () => {
    const both = emails.filter((email) => shareOf(email, 'mf-reports') < 0.5 && shareOf(email, 'mf-admin') < 0.5);
    expect(Math.abs(both.length / emails.length - 0.25)).toBeLessThan(0.03);
    expect(shareOf('Operator@Example.com', 'mf-x')).toBe(shareOf('operator@example.com', 'mf-x'));
  });
});

describe('remoteTitle', () => {
  it.each([
    ['mf-reports', 'Reports'],
    ['mf-app-versions', 'App versions'],
    ['ledger', 'Ledger'],
  ])('%s is %s', (id, title) => {
    expect(remoteTitle(id)).toBe(title);
  });
});
