import { createRegistryStore } from './registry-store.ts';

const registry = { schemaVersion: 1, remotes: [] };

describe('createRegistryStore', () => {
  it('says what is wrong with a malformed registry, and recovers when it is read again', async () => {
    const store = createRegistryStore(Promise.resolve({ hello: 1 }), () => Promise.resolve(registry));
    await new Promise<void>((done) => store.subscribe(done));
    expect(store.getSnapshot()).toMatchObject({ status: 'failed', message: expect.stringContaining('registry.json is not a registry') });
    await store.refresh();
    expect(store.getSnapshot()).toEqual({ status: 'ready', registry: { entries: [], problems: [] } });
  });

  it('keeps what it has when a refresh fails', async () => {
    const store = createRegistryStore(Promise.resolve(registry), () => Promise.reject(new Error('gone')));
    await store.refresh();
    expect(store.getSnapshot().status).toBe('ready');
  });
});
