// A store in a folder with one remote, mf-a, and what its team does there.
import { listedKey } from '../lib/publishing/keys.mjs';
import { earlierBuild, publishBuild, rollBack } from '../lib/publishing/releases.mjs';
import { readRegistryOf } from '../lib/publishing/registry.mjs';
import { documentText, readDocument } from '../lib/publishing/store.mjs';
import { buildOf, publisherOf, targetKinds, teamKey, workshop } from './fake-builds.mjs';

/** The remote that is published. */
export const id = 'mf-a';

/**
 * `{ folder, target, by, close }`, by whom `publish(version, code, more, publisher)` and `back(wanted)` go; `current()`
 * is its entry and `keys()` its key as config.json lists it. `change(path, make)` and `changeCurrent(make)` are what
 * somebody does who can write the store and has no key.
 */
export async function oneRemote() {
  const { folder, close } = workshop();
  const { target } = await targetKinds.folder(folder);
  const by = publisherOf(folder, id);
  const change = async (path, make) => {
    const { value, tag } = await readDocument(target.store, path, null);
    await target.store.replace(path, documentText(make(value)), tag);
  };
  return {
    folder,
    target,
    by,
    close,
    change,
    publish: async (version, code, more = {}, publisher = by) => {
      const whose = publisher.id ?? id;
      const build = await buildOf(folder, whose, version, code, more);
      return publishBuild({ target, id: whose, by: publisher, build });
    },
    back: async (wanted = {}) => {
      const build = await earlierBuild({ target, id, by, ...wanted });
      return rollBack({ target, id, by, build });
    },
    keys: () => [listedKey(teamKey(folder, id), [id])],
    current: async () => (await readRegistryOf(target.store, id)).current,
    changeCurrent: (make) =>
      change('registry.json', (value) => ({
        ...value,
        remotes: value.remotes.map((entry) => (entry.id === id ? make(entry) : entry)),
      })),
  };
}
