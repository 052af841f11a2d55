// What a team does with its remote in a store: make a build live, go back, try a canary. Each is one signed change of one entry.
import { fileProblems, folderNameOf } from './build-files.mjs';
import { addToHistory, liveItems, outdatedFolders, readHistory, unnotedItem } from './history.mjs';
import { listedKey, signatureState } from './keys.mjs';
import { changeEntry, readRegistryOf, sequenceOf } from './registry.mjs';
import { readDeclaration } from './rules.mjs';

export const defaultKeep = 5;

/** Something that was asked for cannot be done; the message says why and what to do. */
class Refused extends Error {
  name = 'Refused';
}

/**
 * Makes `build` live. `target` is `{ store, folderOf(id), baseOf(id) }`: where a remote's folders lie and under which address they are
 * served; `by` is `{ key, trusted, keep, now }`: the key that signs, config.json's registryKeys, and how many versions stay. Files come
 * first, then the entry, then the history: a publisher that dies leaves the old or the new state.
 */
export async function publishBuild({ target, id, build, by }) {
  const state = await look(target, id);
  const baseUrl = await upload(target, id, build);
  const { current } = state;
  if (current?.baseUrl === baseUrl && isSignedBy(current, [listedKey(by.key, [id])])) return { changed: false, baseUrl, entry: current };
  const release = { baseUrl, publishedAt: by.now(), declaration: build.document };
  const make = (before) => ({ ...release, canary: canaryBeside(before, baseUrl, by) });
  return { changed: true, baseUrl, entry: await commit({ target, id, state, by, make, what: 'published', release }) };
}

/** Gives `build` to some operators: a `share` of them from 0 to 1, or those of `roles`. */
export async function publishCanary({ target, id, build, by, share, roles }) {
  const state = await look(target, id);
  const { current } = state;
  if (!current) throw new Refused(`${id} is not in the registry. Publish it first; a canary stands beside a live version.`);
  const baseUrl = await upload(target, id, build);
  if (current.baseUrl === baseUrl) throw new Refused(`This build of ${id} is live for everybody already.`);
  const release = { baseUrl, publishedAt: by.now(), declaration: build.document };
  const make = (before) => ({ ...liveOf(before, by), canary: { ...release, share, roles } });
  return commit({ target, id, state, by, make, what: 'canary', release });
}

/** Ends the canary: makes it live for all (`promote`), or takes it back. */
export async function endCanary({ target, id, by, promote }) {
  const state = await look(target, id);
  const { current } = state;
  if (!current?.canary) throw new Refused(`${id} has no canary.`);
  const { baseUrl, declaration } = current.canary;
  const release = { baseUrl, declaration, publishedAt: by.now() };
  const make = (before) => ({ ...(promote ? verified(before, by) && release : liveOf(before, by)), canary: null });
  return commit({ target, id, state, by, make, what: promote ? 'promoted' : 'canary stopped', release });
}

/** The build to go back to: of a version, of a sequence, or the one that was live before; read from the store and checked. */
export async function earlierBuild({ target, id, version, sequence }) {
  const { current, entries, folderIn } = await look(target, id);
  if (!current) throw new Refused(`${id} is not in the registry; there is nothing to go back from.`);
  const live = folderIn(current.baseUrl);
  const candidates = liveItems(entries).filter((item) => item.folder !== live);
  const found = candidates.findLast((item) => (version === undefined || item.version === version) && (sequence === undefined || item.sequence === sequence));
  if (!found) throw new Refused(`The history of ${id} has no other ${wanted(version, sequence)} than the live one. It knows ${describe(candidates) || 'none'}.`);
  return readStoredBuild(target, id, found.folder);
}

/** Makes an earlier build live again, under a new, higher sequence. */
export async function rollBack({ target, id, build, by }) {
  const state = await look(target, id);
  const release = { baseUrl: `${target.baseOf(id)}${build.folder}/`, publishedAt: by.now(), declaration: build.document };
  const make = (before) => ({ ...release, canary: canaryBeside(before, release.baseUrl, by) });
  return commit({ target, id, state, by, make, what: 'rolled back', release });
}

const wanted = (version, sequence) => (version !== undefined ? `version ${version}` : sequence !== undefined ? `version at sequence ${sequence}` : 'version');
const describe = (items) => items.slice(-10).map((item) => `${item.version} (sequence ${item.sequence}, ${item.publishedAt})`).join(', ');
const isSignedBy = (entry, keys) => signatureState(entry, keys) === 'valid';
const isTrusted = (entry, by) => isSignedBy(entry, [...by.trusted, listedKey(by.key, [entry.id])]);

/** What is carried over into a new entry is vouched for by its signature, so it must have been signed before. */
function verified(entry, by) {
  if (isTrusted(entry, by)) return entry;
  throw new Refused(`The entry of ${entry.id} was altered, or signed by a key that is not known here, so nothing of it is signed again. Publish the live build of ${entry.id} first.`);
}

function liveOf(entry, by) {
  const { baseUrl, publishedAt, declaration } = verified(entry, by);
  return { baseUrl, publishedAt, declaration };
}

/** A canary stays beside a new live version, unless it is that version, or was not signed by a known key. */
function canaryBeside(before, baseUrl, by) {
  const canary = before?.canary ?? null;
  return canary && canary.baseUrl !== baseUrl && isTrusted(before, by) ? canary : null;
}

/** What stands in the store now, with what a dead publisher did not note. */
async function look(target, id) {
  const { current } = await readRegistryOf(target.store, id);
  const history = await readHistory(target.store, id);
  const folderIn = (baseUrl) => new URL(baseUrl).pathname.split('/').at(-2);
  const unnoted = unnotedItem(history.entries, current, folderIn);
  return { current, unnoted, entries: [...history.entries, ...unnoted], folderIn };
}

async function upload(target, id, build) {
  const folder = `${target.folderOf(id)}/${build.folder}`;
  await target.store.addVersion(folder, build.files);
  await readStoredBuild(target, id, build.folder);
  return `${target.baseOf(id)}${build.folder}/`;
}

/** A build as it lies in the store. Signing it again vouches for it, so every file must be what it was. */
async function readStoredBuild(target, id, folder) {
  const bytesOf = (name) => target.store.readBytes(`${target.folderOf(id)}/${folder}/${name}`);
  const bytes = await bytesOf('remote.json');
  if (!bytes) throw new Refused(`The files of ${id} ${folder} are gone from ${target.store.name}. Build that version again and publish it.`);
  const document = JSON.parse(bytes.toString('utf8'));
  const problems = folderNameOf(document) === folder ? [] : ['remote.json is not the one that was published'];
  const declaration = readDeclaration(document, `${folder}/remote.json`);
  problems.push(...await fileProblems(declaration, bytesOf));
  if (problems.length > 0) throw new Refused(`The files of ${id} ${folder} in ${target.store.name} were altered: ${problems.join('; ')}. Delete that folder and publish the build again.`);
  return { document, declaration, folder };
}

async function commit({ target, id, state, by, make, what, release }) {
  const { store } = target;
  const expected = sequenceOf(state.current);
  const sequence = Math.max(expected, ...state.entries.map((item) => item.sequence)) + 1;
  const folder = state.folderIn(release.baseUrl);
  const entry = await changeEntry({
    store, id, expected, key: by.key,
    needed: what === 'canary stopped' ? [] : [`${target.folderOf(id)}/${folder}`],
    make: (before) => ({ id, sequence, ...make(before) }),
  });
  const item = { sequence, version: release.declaration.version, folder, publishedAt: by.now(), what, keyId: by.key.keyId };
  await addToHistory(store, id, [...state.unnoted, item]);
  await pruneOld(target, id, by.keep, state.folderIn);
  return entry;
}

/** Deletes versions that are neither live, canary, nor among the last ones. */
async function pruneOld(target, id, keep, folderIn) {
  await target.store.prune(target.folderOf(id), async () => {
    const { current } = await readRegistryOf(target.store, id);
    const { entries } = await readHistory(target.store, id);
    const inUse = [current, current?.canary].filter(Boolean).map(({ baseUrl }) => folderIn(baseUrl));
    return outdatedFolders(entries, keep, inUse).map((folder) => `${target.folderOf(id)}/${folder}`);
  });
}
