// A store in a folder with one remote, mf-a, and the actions of its team.
import { afterEach, beforeEach } from 'node:test';
import { listedKey } from '../lib/publishing/keys.ts';
import { publishBuild, rollBack } from '../lib/publishing/releases.ts';
import { type RegistryDocument, readRegistryOf } from '../lib/publishing/registry.ts';
import { documentText, readDocument } from '../lib/publishing/store.ts';
import { buildOf, publisherOf, targetKinds, teamKey, workshop } from './fake-builds.ts';
import type { Publisher } from '../lib/publishing/commit.ts';
import type { EntryDocument } from '../lib/publishing/rules.ts';

type Published = ReturnType<typeof publishBuild>;

/** A publisher of `mf-a`, or of the remote in its `id`. */
export type AnyPublisher = Publisher & { id?: string };

export type OneRemote = Awaited<ReturnType<typeof oneRemote>>;

/** Changes a document, as somebody with write access to the store can. */
type Change = (value: unknown) => unknown;

/** The remote that is published. */
export const id = 'mf-a';

/**
 * A fresh store. `publish(version, code, more, publisher)` and `back(wanted)` act as `by`; `current()` is the remote's
 * entry, and `keys()` its key as config.json lists it. `change(path, make)` and `changeCurrent(make)` act as somebody
 * who can write to the store but has no key.
 */
export async function oneRemote() {
  const { folder, close } = workshop();
  const { target } = await targetKinds.folder(folder);
  const by = publisherOf(folder, id);
  const change = async (path: string, make: Change): Promise<void> => {
    const { value, tag } = await readDocument(target.store, path, null);
    await target.store.replace(path, documentText(make(value)), tag);
  };
  return {
    id,
    folder,
    target,
    by,
    close,
    change,
    publish: async (version: string, code: string, more: object = {}, publisher: AnyPublisher = by): Published => {
      const whose = publisher.id ?? id;
      const build = await buildOf(folder, whose, version, code, more);
      return publishBuild({ target, id: whose, by: publisher, build });
    },
    back: async (wanted: { version?: string } = {}) => rollBack({ target, id, by, ...wanted }),
    keys: () => [listedKey(teamKey(folder, id), [id])],
    current: async () => (await readRegistryOf(target.store, id)).current,
    changeCurrent: (make: (entry: EntryDocument) => object): Promise<void> =>
      change('registry.json', (value) => {
        const document = value as RegistryDocument;
        return { ...document, remotes: document.remotes.map((entry) => (entry?.id === id ? make(entry) : entry)) };
      }),
  };
}

/** Makes such a store before each test of a file. Returns an object that holds it. */
export function eachWithOneRemote() {
  const one = {} as OneRemote;
  beforeEach(async () => Object.assign(one, await oneRemote()));
  afterEach(() => one.close());
  return one;
}
