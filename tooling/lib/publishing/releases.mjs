// What a team does with its remote in a store: make a build live, go back, try a canary, renew. Each is one signed
// change of one entry.
/** @import { Build, BytesOf, StoredBuild } from './build-files.mjs' */
/** @import { NextRelease, Publisher, StoreState } from './commit.mjs' */
/** @import { HistoryItem } from './history.mjs' */
/** @import { EntryDocument, Release, RemoteDocument } from './rules.mjs' */
/** @import { Target } from './targets.mjs' */
import { fileProblems, folderNameOf, folderOfRelease } from './build-files.mjs';
import { commit, isTrusted, look } from './commit.mjs';
import { liveBefore, liveItems } from './history.mjs';
import { listedKey, signatureState } from './keys.mjs';
import { Refused } from './errors.mjs';
import { readDeclaration } from './rules.mjs';
import { keepSourceMaps } from './source-maps.mjs';

/**
 * Which remote's entry is changed, in which store, and who does it.
 * @typedef {{ target: Target, id: string, by: Publisher }} Place
 *
 * Makes the release of the next entry from the present one.
 * @typedef {(before: EntryDocument | null) => NextRelease} MakeRelease
 */

export const defaultKeep = 5;

/** This long before it expires, a publication is renewed even if unchanged, and `status` warns. */
export const renewBeforeMs = 30 * 86_400_000;

/**
 * Makes `build` live. Writes the files, reads them back from their address, then writes the entry and the history: a
 * publisher that dies leaves the old or the new state.
 * @param {Place & { build: Build }} publication
 * @returns {Promise<{ changed: boolean, baseUrl: string, entry: EntryDocument }>}
 */
export async function publishBuild({ target, id, build, by }) {
  const state = await look(target, id, by);
  refuseSameVersion(state, id, build, by);
  const baseUrl = await upload(target, id, build, by);
  const { current } = state;
  if (current?.baseUrl === baseUrl && isAsGoodAsNew(current, by)) return { changed: false, baseUrl, entry: current };
  const release = { baseUrl, publishedAt: by.now(), declaration: build.document };
  /** @type {MakeRelease} */
  const make = (before) => ({ ...release, canary: canaryBeside(before, baseUrl, by) });
  return { changed: true, baseUrl, entry: await commit({ target, id, state, by, make, what: 'published', release }) };
}

/**
 * Gives `build` to some operators: a `share` of them from 0 to 1, or those of `roles`.
 * @param {Place & { build: Build } & Pick<NonNullable<EntryDocument['canary']>, 'share' | 'roles'>} publication
 */
export async function publishCanary({ target, id, build, by, share, roles }) {
  const state = await look(target, id, by);
  const { current } = state;
  if (!current)
    throw new Refused(`${id} is not in the registry. Publish it first; a canary stands beside a live version.`);
  refuseSameVersion(state, id, build, by);
  const baseUrl = await upload(target, id, build, by);
  if (current.baseUrl === baseUrl) throw new Refused(`This build of ${id} is live for everybody already.`);
  const release = { baseUrl, publishedAt: by.now(), declaration: build.document };
  /** @type {MakeRelease} */
  const make = (before) => ({ ...liveOf(before, id, by), canary: { ...release, share, roles } });
  return commit({ target, id, state, by, make, what: 'canary', release });
}

/**
 * Ends the canary: makes it live for all (`promote`), or takes it back.
 * @param {Place & { promote: boolean }} publication
 */
export async function endCanary({ target, id, by, promote }) {
  const state = await look(target, id, by);
  const { current } = state;
  if (!current?.canary) throw new Refused(`${id} has no canary.`);
  const { baseUrl, declaration } = current.canary;
  const release = { baseUrl, declaration, publishedAt: by.now() };
  /** @type {MakeRelease} */
  const make = (before) => ({
    ...(promote ? verified(before, id, by) && release : liveOf(before, id, by)),
    canary: null,
  });
  return commit({ target, id, state, by, make, what: promote ? 'promoted' : 'canary stopped', release });
}

/**
 * Publishes what is live again with a later date, the canary with it.
 * @param {Place} publication
 */
export async function renew({ target, id, by }) {
  const state = await look(target, id, by);
  if (!state.current) throw new Refused(`${id} is not in the registry; there is nothing to renew.`);
  const release = liveOf(state.current, id, by);
  /** @type {MakeRelease} */
  const make = (before) => ({ ...liveOf(before, id, by), canary: before?.canary ?? null });
  return commit({ target, id, state, by, make, what: 'renewed', release });
}

/**
 * The build to go back to: of a version, of a sequence, or the one that was live before; read from the store and
 * checked.
 * @param {Place & { version?: string | undefined, sequence?: number | undefined }} wish
 * @returns {Promise<StoredBuild>}
 */
export async function earlierBuild({ target, id, by, version, sequence }) {
  const { current, entries, doubt } = await look(target, id, by);
  if (!current) throw new Refused(`${id} is not in the registry; there is nothing to go back from.`);
  if (doubt) throw new Refused(`${doubt}. Publish the wanted build with --dist.`);
  const live = folderOfRelease(current.baseUrl);
  const others = liveItems(entries).filter((item) => item.folder !== live);
  const isNamed = version !== undefined || sequence !== undefined;
  /** @type {(item: HistoryItem) => boolean} */
  const isWanted = (item) =>
    (version === undefined || item.version === version) && (sequence === undefined || item.sequence === sequence);
  const found = isNamed ? others.findLast(isWanted) : liveBefore(entries).findLast((item) => item.folder !== live);
  if (!found)
    throw new Refused(
      `The history of ${id} has no ${wanted(version, sequence)}. It knows ${describe(others) || 'no other'}.`,
    );
  return readStoredBuild(target, id, found.folder);
}

/**
 * Makes an earlier build live again, under a new, higher sequence.
 * @param {Place & { build: StoredBuild }} publication
 */
export async function rollBack({ target, id, build, by }) {
  const state = await look(target, id, by);
  const release = {
    baseUrl: `${target.baseOf(id)}${build.folder}/`,
    publishedAt: by.now(),
    declaration: build.document,
  };
  /** @type {MakeRelease} */
  const make = (before) => ({ ...release, canary: canaryBeside(before, release.baseUrl, by) });
  return commit({ target, id, state, by, make, what: 'rolled back', release });
}

/** @type {(version: string | undefined, sequence: number | undefined) => string} */
function wanted(version, sequence) {
  if (version !== undefined) return `other version ${version} than the live one`;
  return sequence !== undefined
    ? `other version at sequence ${sequence} than the live one`
    : 'version before the live one';
}

/** @type {(items: readonly HistoryItem[]) => string} */
const describe = (items) =>
  items
    .slice(-10)
    .map((item) => `${item.version} (sequence ${item.sequence}, ${item.publishedAt})`)
    .join(', ');

/**
 * Refuses another content under a published version, unless the publisher says --replace: people know releases by it.
 * @type {(state: StoreState, id: string, build: Build, by: Publisher) => void}
 */
function refuseSameVersion({ current, isCurrentTrusted, entries }, id, build, { replace }) {
  const { version } = build.declaration;
  const standing = isCurrentTrusted && current ? [current, current.canary].filter((release) => !!release) : [];
  const published = [
    ...entries,
    ...standing.map(({ declaration, baseUrl, publishedAt }) => ({
      version: declaration.version,
      folder: folderOfRelease(baseUrl),
      publishedAt,
      sequence: current?.sequence ?? 0,
    })),
  ];
  const other = published.findLast((item) => item.version === version && item.folder !== build.folder);
  if (!other || replace) return;
  const when = `sequence ${other.sequence}, ${other.publishedAt}`;
  throw new Refused(
    `${id} ${version} was published with another content (${when}). Raise "version" in its package.json, or say ` +
      '--replace. Nothing was published.',
  );
}

/**
 * Whether publishing again would change nothing: signed by this key, for this epoch, and not about to expire.
 * @type {(current: EntryDocument, by: Publisher) => boolean}
 */
function isAsGoodAsNew(current, by) {
  const isOwn = signatureState(current, [listedKey(by.key, [current.id])]) === 'valid';
  const lasts = Date.parse(current.expiresAt ?? '') - Date.parse(by.now()) > renewBeforeMs;
  return isOwn && lasts && (by.epoch === undefined || current.epoch === by.epoch);
}

/**
 * The entry, if a trusted key signed it. A new signature vouches for what it carries over, so that must be signed.
 * @type {(entry: EntryDocument | null, id: string, by: Publisher) => EntryDocument}
 */
function verified(entry, id, by) {
  if (entry && isTrusted(entry, by)) return entry;
  throw new Refused(
    `The entry of ${id} was altered, or signed by a key that is not known here, so nothing of it is signed ` +
      `again. Publish the live build of ${id} first.`,
  );
}

/** @type {(entry: EntryDocument | null, id: string, by: Publisher) => Release} */
function liveOf(entry, id, by) {
  const { baseUrl, publishedAt, declaration } = verified(entry, id, by);
  return { baseUrl, publishedAt, declaration };
}

/**
 * The canary that stays beside a new live version: none if it is that version, or no trusted key signed it.
 * @type {(before: EntryDocument | null, baseUrl: string, by: Publisher) => EntryDocument['canary']}
 */
function canaryBeside(before, baseUrl, by) {
  const canary = before?.canary ?? null;
  return before && canary && canary.baseUrl !== baseUrl && isTrusted(before, by) ? canary : null;
}

/**
 * Puts the files of a build into its folder of the store, and reads them back; returns their address.
 * @type {(target: Target, id: string, build: Build, by: Pick<Publisher, 'tell'>) => Promise<string>}
 */
async function upload(target, id, build, { tell = () => {} }) {
  const folder = `${id}/${build.folder}`;
  await target.store.addVersion(folder, build.files);
  await readStoredBuild(target, id, build.folder);
  const warning = await keepSourceMaps(target.store, id, build);
  if (warning) tell(warning);
  return `${target.baseOf(id)}${build.folder}/`;
}

/**
 * Reads a build from the store. A new signature vouches for it, so every file must be unchanged.
 * @type {(target: Target, id: string, folder: string) => Promise<StoredBuild>}
 */
async function readStoredBuild(target, id, folder) {
  /** @type {BytesOf} */
  const bytesOf = (name) => target.store.readBytes(`${id}/${folder}/${name}`);
  const bytes = await bytesOf('remote.json');
  if (!bytes)
    throw new Refused(
      `The files of ${id} ${folder} are gone from ${target.store.name}. Build that version again and publish it.`,
    );
  const document = /** @type {RemoteDocument} */ (JSON.parse(bytes.toString('utf8')));
  const problems = folderNameOf(document) === folder ? [] : ['remote.json is not the one that was published'];
  const declaration = readDeclaration(document, `${folder}/remote.json`);
  problems.push(...(await fileProblems(declaration, bytesOf)));
  if (problems.length > 0)
    throw new Refused(
      `The files of ${id} ${folder} in ${target.store.name} were altered: ${problems.join('; ')}. Delete that ` +
        'folder and publish the build again.',
    );
  return { document, declaration, folder };
}
