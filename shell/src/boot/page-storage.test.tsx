import { replaceBlockedStorage } from './page-storage.ts';

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const readable = () => localStorage;

/** A page whose storages are these. */
const pageWith = (local: () => Storage | null, session: () => Storage | null) =>
  Object.defineProperties({} as { readonly localStorage: Storage; readonly sessionStorage: Storage }, {
    localStorage: { get: local, configurable: true },
    sessionStorage: { get: session, configurable: true },
  });

describe('a browser that blocks site data', () => {
  it.each([
    ['throws for both', denied, denied, true],
    ['throws for localStorage alone', denied, readable, true],
    ['throws for sessionStorage alone', readable, denied, true],
    ['has null', () => null, () => null, true],
    [
      'has a storage that throws when it is read',
      () => Object.assign(Object.create(localStorage), { getItem: denied }),
      readable,
      true,
    ],
    ['blocks nothing', readable, readable, false],
  ])('D15 and %s: storages work until the page is left', (_what, local, session, isBlocked) => {
    const page = pageWith(local, session);
    expect(replaceBlockedStorage(page)).toBe(isBlocked);
    for (const storage of [page.localStorage, page.sessionStorage]) {
      storage.clear();
      storage.setItem('a', '1');
      storage.setItem('b', '2');
      storage.removeItem('b');
      expect([storage.getItem('a'), storage.getItem('b'), storage.length, storage.key(0)]).toEqual(['1', null, 1, 'a']);
      storage.clear();
      expect(storage.length).toBe(0);
    }
  });

  it('D15 a storage that is not blocked keeps what it has', () => {
    localStorage.setItem('kept', 'yes');
    const page = pageWith(readable, denied);
    replaceBlockedStorage(page);
    expect(page.localStorage.getItem('kept')).toBe('yes');
    localStorage.clear();
  });
});
