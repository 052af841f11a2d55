// A store in a folder with one remote, mf-a, and the actions of its team.
/** @import { Publisher } from '../lib/publishing/commit.mjs' */
/** @import { RegistryDocument } from '../lib/publishing/registry.mjs' */
/** @import { EntryDocument } from '../lib/publishing/rules.mjs' */
import { afterEach, beforeEach } from 'node:test';
import { listedKey } from '../lib/publishing/keys.mjs';
import { earlierBuild, publishBuild, rollBack } from '../lib/publishing/releases.mjs';
import { readRegistryOf } from '../lib/publishing/registry.mjs';
import { documentText, readDocument } from '../lib/publishing/store.mjs';
import { buildOf, publisherOf, targetKinds, teamKey, workshop } from './fake-builds.mjs';

/**
 * @typedef {ReturnType<typeof publishBuild>} Published
 *
 * A publisher of `mf-a`, or of the remote in its `id`.
 * @typedef {Publisher & { id?: string }} AnyPublisher
 *
 * @typedef {Awaited<ReturnType<typeof oneRemote>>} OneRemote
 *
 * Changes a document, as somebody with write access to the store can.
 * @typedef {(value: unknown) => unknown} Change
 */

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
  /** @type {(path: string, make: Change) => Promise<void>} */
  const change = async (path, make) => {
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
    /** @type {(version: string, code: string, more?: object, publisher?: AnyPublisher) => Published} */
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
    /** @type {(make: (entry: EntryDocument) => object) => Promise<void>} */
    changeCurrent: (make) =>
      change('registry.json', (value) => {
        const document = /** @type {RegistryDocument} */ (value);
        return { ...document, remotes: document.remotes.map((entry) => (entry?.id === id ? make(entry) : entry)) };
      }),
  };
}

/** Makes such a store before each test of a file. Returns an object that holds it. */
export function eachWithOneRemote() {
  const one = /** @type {OneRemote} */ ({});
  beforeEach(async () => Object.assign(one, await oneRemote()));
  afterEach(() => one.close());
  return one;
}
