import { held } from '@device-console/shared-lib/testing';
import { readUnsigned, registryDocument, registryEntry } from '../testing/test-registry.ts';
import { createRegistryStore, type RegistrySource, type RegistryState } from './registry-store.ts';

const document = (...ids: string[]) => registryDocument(ids.map((id) => registryEntry(id, [])));
const ids = (state: RegistryState) =>
  state.status === 'ready' ? state.registry.entries.map(({ id }) => id) : state.status;

const gone = () => Promise.reject(new Error('gone'));

/** A store that has read its first document; the test decides what comes then. */
async function setUp(first: () => Promise<unknown>, { next = [], ...more }: Around) {
  const answers = [...next];
  const store = createRegistryStore({
    first: first(),
    read: () => (answers.shift() ?? gone)(),
    examine: readUnsigned,
    ...more,
  });
  await new Promise<void>((done) => store.subscribe(done));
  return store;
}

interface Around extends Partial<RegistrySource> {
  readonly next?: readonly (() => Promise<unknown>)[];
}

describe('createRegistryStore', () => {
  it('says what is wrong with a malformed registry, and recovers when it is read again', async () => {
    const store = await setUp(async () => ({ hello: 1 }), { next: [async () => document('mf-a')] });
    expect(store.getSnapshot()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('registry.json is not a registry'),
    });
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
  });

  it('goes on with what the browser accepted before while none can be read, and takes the first that can', async () => {
    const next = [gone, async () => document('mf-a', 'mf-b')];
    const store = await setUp(gone, { next, remembered: () => readUnsigned(document('mf-a')) });
    expect(store.getSnapshot()).toMatchObject({ status: 'ready', unread: 'gone' });
    expect(store.getLastRead()).toEqual({ at: null, failure: 'gone' });
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a', 'mf-b']);
    expect(store.getSnapshot()).not.toHaveProperty('unread');
  });

  it('has failed where the browser has accepted nothing before', async () => {
    const store = await setUp(gone, { remembered: () => readUnsigned(document()) });
    expect(store.getSnapshot()).toEqual({ status: 'failed', message: 'gone' });
  });

  it('keeps what it has when a refresh fails, or brings what is no registry', async () => {
    const store = await setUp(async () => document('mf-a'), { next: [gone, async () => ({ hello: 1 })] });
    await store.refresh();
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
  });

  it('of two reads that overtake each other, the one begun last counts', async () => {
    const gate = held<unknown>();
    const store = createRegistryStore({
      first: gate.promise,
      read: () => Promise.resolve(document('mf-new')),
      examine: readUnsigned,
    });
    await store.refresh();
    gate.give(document('mf-old'));
    await Promise.resolve();
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-new']);
  });

  it('examines the same document again only after an hour: what is in it may be past its date by now', async () => {
    let examined = 0;
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    const unchanged = async () => document('mf-a');
    const store = await setUp(unchanged, {
      next: [unchanged, unchanged, unchanged],
      examine: async (read) => {
        examined += 1;
        const expired = { about: 'expiry', id: 'mf-a', message: 'its registry entry expired' } as const;
        return { ...(await readUnsigned(read)), notices: now < 3_600_000 ? [] : [expired] };
      },
    });
    const before = store.getSnapshot();
    now = 3_599_999;
    await store.refresh();
    expect(store.getSnapshot()).toBe(before);
    expect(examined).toBe(1);
    now = 3_600_000;
    await store.refresh();
    expect(store.getSnapshot()).toMatchObject({ registry: { notices: [{ id: 'mf-a' }] } });
    await store.refresh();
    expect(examined).toBe(2);
    clock.mockRestore();
  });
});
