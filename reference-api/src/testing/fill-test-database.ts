import { openStore, type StoreLocation } from '../core/store/store.ts';
import { seededAt, seedTestData } from './test-data.ts';

/** Brings an empty database to the newest schema, with the accounts and devices of the tests. */
export async function fillTestDatabase(location: StoreLocation): Promise<void> {
  const store = await openStore(location);
  await seedTestData(store, seededAt());
  await store.close();
}
