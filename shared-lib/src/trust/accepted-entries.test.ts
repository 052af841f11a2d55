import { createAcceptedEntries } from './accepted-entries.ts';
import { fakeStorage } from './test-trust.ts';

const ENTRIES = 'registry:accepted';
const LISTED = 'registry:listed';
const whole = { epoch: 1, sequence: 3, entry: { id: 'mf-x' }, proven: true, previous: { id: 'before' } };

describe('what a browser has kept of a registry', () => {
  it.each([
    { what: 'as it was written', record: whole, isKept: true },
    { what: 'without an entry before it', record: { ...whole, previous: null }, isKept: true },
    { what: 'with the number 1', record: { ...whole, sequence: 1 }, isKept: true },
    { what: 'with the number 0', record: { ...whole, sequence: 0 }, isKept: false },
    { what: 'with a negative number', record: { ...whole, sequence: -1 }, isKept: false },
    { what: 'with a broken number', record: { ...whole, sequence: 1.5 }, isKept: false },
    { what: 'with a number in words', record: { ...whole, sequence: '3' }, isKept: false },
    { what: 'of an earlier epoch', record: { ...whole, epoch: 0 }, isKept: false },
    { what: 'of a later epoch', record: { ...whole, epoch: 2 }, isKept: false },
    { what: 'of no epoch', record: { ...whole, epoch: undefined }, isKept: false },
    { what: 'without an entry', record: { ...whole, entry: null }, isKept: false },
    { what: 'without a word of its proof', record: { ...whole, proven: undefined }, isKept: false },
    { what: 'with an earlier entry that is none', record: { ...whole, previous: 'x' }, isKept: false },
  ])('counts $what: $isKept, and never takes that of another remote with it', ({ record, isKept }) => {
    const storage = fakeStorage({ [ENTRIES]: JSON.stringify({ 'mf-x': record, 'mf-y': whole }) });
    const accepted = createAcceptedEntries(storage, 1);
    expect(accepted.of('mf-x')).toEqual(isKept ? record : null);
    expect(accepted.of('mf-y')).toEqual(whole);
    expect(accepted.of('mf-z')).toBeNull();
  });
});

describe('accept', () => {
  it.each([
    { what: 'the same once more', now: whole, next: [3, { id: 'mf-x' }], expected: whole },
    {
      what: 'another number',
      now: whole,
      next: [4, { id: 'mf-x' }],
      expected: { ...whole, sequence: 4, proven: false, previous: { id: 'mf-x' } },
    },
    {
      what: 'another entry under the number',
      now: whole,
      next: [3, { id: 'mf-x', keyId: 'k' }],
      expected: { ...whole, entry: { id: 'mf-x', keyId: 'k' }, proven: false, previous: { id: 'mf-x' } },
    },
    {
      what: 'what follows one that was not proven',
      now: { ...whole, proven: false },
      next: [4, { id: 'new' }],
      expected: { epoch: 1, sequence: 4, entry: { id: 'new' }, proven: false, previous: { id: 'before' } },
    },
    {
      what: 'the first one',
      now: null,
      next: [4, { id: 'new' }],
      expected: { epoch: 1, sequence: 4, entry: { id: 'new' }, proven: false, previous: null },
    },
    {
      what: 'the first one of its epoch',
      now: { ...whole, epoch: 0 },
      next: [1, { id: 'new' }],
      expected: { epoch: 1, sequence: 1, entry: { id: 'new' }, proven: false, previous: null },
    },
  ] as const)('keeps the proven one before $what', ({ now, next: [sequence, entry], expected }) => {
    const storage = fakeStorage(now === null ? {} : { [ENTRIES]: JSON.stringify({ 'mf-x': now }) });
    createAcceptedEntries(storage, 1).accept('mf-x', sequence, entry);
    expect(createAcceptedEntries(storage, 1).of('mf-x')).toEqual(expected);
  });
});

describe('prove', () => {
  it.each([
    { what: 'the accepted number', sequence: 3, proven: true },
    { what: 'an earlier number', sequence: 2, proven: false },
    { what: 'a later number', sequence: 4, proven: false },
  ])('proves $what: $proven', ({ sequence, proven }) => {
    const storage = fakeStorage({ [ENTRIES]: JSON.stringify({ 'mf-x': { ...whole, proven: false } }) });
    const accepted = createAcceptedEntries(storage, 1);
    accepted.prove('mf-x', sequence);
    accepted.prove('mf-none', sequence);
    expect(createAcceptedEntries(storage, 1).of('mf-x')).toEqual({ ...whole, proven });
  });
});

describe('what is written', () => {
  /** A storage whose writings are counted. */
  function counted(first: Record<string, string> = {}) {
    const storage = fakeStorage(first);
    const setItem = jest.fn(storage.setItem);
    return { storage: { ...storage, setItem }, setItem };
  }

  it('is nothing where nothing changed', () => {
    const { storage, setItem } = counted({ [ENTRIES]: JSON.stringify({ 'mf-x': whole }), [LISTED]: '["mf-x"]' });
    const accepted = createAcceptedEntries(storage, 1);
    accepted.accept('mf-x', 3, { id: 'mf-x' });
    accepted.prove('mf-x', 3);
    accepted.list(['mf-x']);
    expect(setItem).not.toHaveBeenCalled();
  });

  it.each([[['mf-x', 'mf-y']], [['mf-y']], [[]]])('is the list of remotes where it changed: %j', (ids) => {
    const { storage } = counted({ [LISTED]: '["mf-x"]' });
    createAcceptedEntries(storage, 1).list(ids);
    expect(createAcceptedEntries(storage, 1).listed()).toEqual(ids);
  });

  it('may be lost to a storage that is full, and a bug is not taken for that', () => {
    const failing = (error: Error) =>
      createAcceptedEntries(
        {
          getItem: () => null,
          setItem: () => {
            throw error;
          },
        },
        1,
      );
    const full = failing(new DOMException('full', 'QuotaExceededError'));
    full.accept('mf-x', 1, { id: 'mf-x' });
    expect(full.of('mf-x')).toMatchObject({ sequence: 1 });
    expect(() => failing(new TypeError('a bug')).accept('mf-x', 1, {})).toThrow('a bug');
  });
});
