import { namesNotice, permittedEntries } from './registry.ts';
import { entryOf, screen } from './test-ownership.ts';
import { declarationOf } from '../remote/test-declaration.ts';

describe('namesNotice', () => {
  it.each([
    { refusals: [], message: null },
    { refusals: ['A.'], message: 'A.' },
    { refusals: ['A.', 'B.', 'C.'], message: 'A. B. C.' },
    { refusals: ['A.', 'B.', 'C.', 'D.'], message: 'A. B. C. And 1 more.' },
    { refusals: ['A.', 'B.', 'C.', 'D.', 'E.'], message: 'A. B. C. And 2 more.' },
  ])('D25 names three of $refusals.length refusals and counts the others', ({ refusals, message }) => {
    expect(namesNotice('mf-x', refusals)).toEqual(message === null ? [] : [{ about: 'names', id: 'mf-x', message }]);
  });
});

describe('permittedEntries', () => {
  const published = {
    baseUrl: 'http://remotes.test/canary/',
    publishedAt: '2026-02-01T00:00:00Z',
    share: 1,
    roles: [],
  };
  const withCanary = (paths: readonly string[]) => ({
    ...published,
    declaration: declarationOf('mf-x', { screens: paths.map((path) => screen(path)) }),
  });
  /** Nobody may have an address but `own`. */
  const ownership = {
    permit: (declaration: ReturnType<typeof declarationOf>) => ({
      declaration: { ...declaration, screens: declaration.screens.filter(({ path }) => path === 'own') },
      refusals: declaration.screens.flatMap(({ path }) => (path === 'own' ? [] : [`Not ${path}.`])),
    }),
  };

  it.each([
    { what: 'neither', live: ['own'], canary: ['own'], message: null },
    { what: 'the live release', live: ['own', 'a'], canary: ['own'], message: 'Not a.' },
    { what: 'the canary', live: ['own'], canary: ['own', 'b'], message: 'Not b.' },
    { what: 'both, once what they share', live: ['own', 'a'], canary: ['own', 'a', 'b'], message: 'Not a. Not b.' },
  ])('D25 leaves out what $what may not have', ({ live, canary, message }) => {
    const screens = live.map((path) => screen(path));
    const { entries, notices } = permittedEntries(
      [entryOf('mf-x', screens, { canary: withCanary(canary) })],
      ownership,
    );
    const pathsOf = (one: { readonly screens: readonly { readonly path: string }[] } | undefined) =>
      one?.screens.map(({ path }) => path);
    expect(entries.map((entry) => [pathsOf(entry.declaration), pathsOf(entry.canary?.declaration)])).toEqual([
      [['own'], ['own']],
    ]);
    expect(notices.map((notice) => notice.message)).toEqual(message === null ? [] : [message]);
  });
});
