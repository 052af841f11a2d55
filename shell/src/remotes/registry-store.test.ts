import { held } from '@device-console/shared-lib/testing';
import { RegistryError } from '@device-console/shared-lib/remote/host';
import { readUnsigned, registryDocument, registryEntry } from '../testing/test-registry.ts';
import { createRegistryStore, type RegistryState } from './registry-store.ts';

const document = (...ids: string[]) => registryDocument(ids.map((id) => registryEntry(id, [])));
const ids = (state: RegistryState) =>
  state.status === 'ready' ? state.registry.entries.map(({ id }) => id) : state.status;
const nextOf = (store: ReturnType<typeof createRegistryStore>) => new Promise<void>((done) => store.subscribe(done));

describe('createRegistryStore', () => {
  it('says what is wrong with a malformed registry, and recovers when it is read again', async () => {
    const store = createRegistryStore({
      first: Promise.resolve({ hello: 1 }),
      read: () => Promise.resolve(document('mf-a')),
      examine: readUnsigned,
    });
    await nextOf(store);
    expect(store.getSnapshot()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('registry.json is not a registry'),
    });
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
  });

  it('goes on with what the browser accepted before while none can be read, and takes the first that can', async () => {
    const answers = [Promise.reject(new Error('still gone')), Promise.resolve(document('mf-a', 'mf-b'))];
    const store = createRegistryStore({
      first: Promise.reject(new Error('gone')),
      read: () => answers.shift() ?? Promise.resolve(null),
      examine: readUnsigned,
      remembered: () => readUnsigned(document('mf-a')),
    });
    await nextOf(store);
    expect(store.getSnapshot()).toMatchObject({ status: 'ready', unread: 'gone' });
    expect(store.getLastRead()).toMatchObject({ status: 'failed', readAt: null });
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a', 'mf-b']);
    expect(store.getSnapshot()).not.toHaveProperty('unread');
  });

  it('has failed where the browser has accepted nothing before', async () => {
    const store = createRegistryStore({
      first: Promise.reject(new Error('gone')),
      read: () => Promise.reject(new Error('gone')),
      examine: readUnsigned,
      remembered: () => readUnsigned(document()),
    });
    await nextOf(store);
    expect(store.getSnapshot()).toEqual({ status: 'failed', message: 'gone' });
  });

  it('keeps what it has when a refresh fails, or brings what is no registry', async () => {
    const answers = [() => Promise.reject(new Error('gone')), () => Promise.resolve({ hello: 1 })];
    const store = createRegistryStore({
      first: Promise.resolve(document('mf-a')),
      read: () => answers.shift()?.() ?? Promise.resolve(null),
      examine: readUnsigned,
    });
    await nextOf(store);
    await store.refresh();
    await store.refresh();
    expect(ids(store.getSnapshot())).toEqual(['mf-a']);
    await expect(readUnsigned({ hello: 1 })).rejects.toThrow(RegistryError);
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
    const store = createRegistryStore({
      first: Promise.resolve(document('mf-a')),
      read: () => Promise.resolve(document('mf-a')),
      now: () => now,
      examine: async (read) => {
        examined += 1;
        const expired = { about: 'expiry', id: 'mf-a', message: 'its registry entry expired' } as const;
        return { ...(await readUnsigned(read)), notices: now < 3_600_000 ? [] : [expired] };
      },
    });
    await nextOf(store);
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
  });
});
