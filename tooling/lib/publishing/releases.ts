// What a team does with its remote in a store: publish, roll back, try a canary, show a preview, renew. Each is one
// signed change to one entry.
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import {
  type Build,
  type BytesOf,
  type StoredBuild,
  fileProblems,
  folderNameOf,
  folderOfRelease,
} from './build-files.ts';
import { type Beside, type Place, type Publisher, type State, commit, look } from './commit.ts';
import { liveBefore, liveItems } from './history.ts';
import { listedKey, signatureState } from './keys.ts';
import { type EntryDocument, type Release, type RemoteDocument, previewProof, readDeclaration } from './rules.ts';
import { mapsOf } from './store.ts';
import type { Target } from './targets.ts';

const DAY_MS = 86_400_000;

/** How long before its expiry a publication is renewed even if unchanged, and `status` warns. */
export const renewBeforeMs = 30 * DAY_MS;

/**
 * Makes `build` live. Writes the files, reads them back from their address, then writes the entry and the history. A
 * crash leaves the old or the new state.
 */
export async function publishBuild({ build, ...place }: Place & { build: Build }) {
  const state = await look(place);
  refuseSameVersion(state, build);
  const release = await upload(state, build);
  const { current } = state;
  const { baseUrl } = release;
  if (current?.baseUrl === baseUrl && isAsGoodAsNew(current, state.by))
    return { changed: false, baseUrl, entry: current };
  const next = { ...release, ...besideLive(state, baseUrl) };
  return { changed: true, baseUrl, entry: await commit(state, 'published', release, next) };
}

/** Gives `build` to some operators: a `share` of them from 0 to 1, or those of `roles`. */
export async function publishCanary({
  build,
  share,
  roles,
  ...place
}: Place & { build: Build } & Pick<NonNullable<EntryDocument['canary']>, 'share' | 'roles'>) {
  const state = await look(place);
  const release = await uploadBeside(state, build);
  const { preview } = besideLive(state);
  return commit(state, 'canary', release, { ...liveOf(state), canary: { ...release, share, roles }, ...kept(preview) });
}

/** Who tries a preview: accounts by e-mail, and whoever opens the link with `code`; for how many `days`. */
export type Testers = { accounts: readonly string[]; code: string | null; days: number };

/** Lets some people try `build` until a date, beside what is live; replaces the preview before it. */
export async function publishPreview({ build, accounts, code, days, ...place }: Place & { build: Build } & Testers) {
  const state = await look(place);
  const { id, by } = state;
  const release = await uploadBeside(state, build);
  const { publishedAt } = release;
  const proofOf = (secret: string) => previewProof(id, publishedAt, secret);
  const preview = {
    ...release,
    until: new Date(Date.parse(by.now()) + days * DAY_MS).toISOString(),
    accounts: await Promise.all(accounts.map(proofOf)),
    link: code === null ? null : await proofOf(code),
  };
  const { canary } = besideLive(state);
  const entry = await commit(state, 'preview', release, { ...liveOf(state), canary, preview });
  return { entry, preview };
}

/** Ends the preview before its date. */
export async function endPreview(place: Place) {
  const state = await look(place);
  const { id, by, current } = state;
  if (!current?.preview) throw new Error(`${id} has no preview.`);
  const { baseUrl, declaration } = current.preview;
  const release = { baseUrl, declaration, publishedAt: by.now() };
  const { canary } = besideLive(state);
  return commit(state, 'preview stopped', release, { ...liveOf(state), canary });
}

/** Ends the canary: makes it live for all (`promote`), or takes it back. */
export async function endCanary({ promote, ...place }: Place & { promote: boolean }) {
  const state = await look(place);
  const { id, by, current } = state;
  if (!current?.canary) throw new Error(`${id} has no canary.`);
  const live = liveOf(state);
  const { baseUrl, declaration } = current.canary;
  const release = { baseUrl, declaration, publishedAt: by.now() };
  const what = promote ? 'promoted' : 'canary stopped';
  const { preview } = besideLive(state, promote ? baseUrl : '');
  return commit(state, what, release, { ...(promote ? release : live), canary: null, ...kept(preview) });
}

/** Publishes the live version and its canary again, with a later expiry date. */
export async function renew(place: Place) {
  const state = await look(place);
  const { id, current } = state;
  if (!current) throw new Error(`${id} is not in the registry; there is nothing to renew.`);
  const release = liveOf(state);
  return commit(state, 'renewed', release, { ...release, ...besideLive(state) });
}

/**
 * Makes an earlier build live again, under a new, higher sequence: that of `version`, or by default the one that was
 * live before. Reads it from the store; `check` throws if it is not wanted.
 */
export async function rollBack({
  version,
  check,
  ...place
}: Place & { version?: string | undefined; check?: (declaration: RemoteDeclaration) => void }) {
  const state = await look(place);
  const { target, id, current, entries, doubt } = state;
  if (!current) throw new Error(`${id} is not in the registry; there is nothing to go back from.`);
  if (doubt) throw new Error(`${doubt}. Publish the wanted build with --dist.`);
  const live = folderOfRelease(current.baseUrl);
  const others = liveItems(entries).filter((item) => item.folder !== live);
  const found =
    version === undefined
      ? liveBefore(entries).findLast((item) => item.folder !== live)
      : others.findLast((item) => item.version === version);
  if (!found) {
    const known = others.slice(-10).map((item) => `${item.version} (sequence ${item.sequence}, ${item.publishedAt})`);
    const wanted = version === undefined ? 'version before' : `other version ${version} than`;
    throw new Error(`The history of ${id} has no ${wanted} the live one. It knows ${known.join(', ') || 'no other'}.`);
  }
  const build = await readStoredBuild(target, id, found.folder);
  check?.(build.declaration);
  const release = releaseOf(state, build);
  return commit(state, 'rolled back', release, { ...release, ...besideLive(state, release.baseUrl) });
}

const releaseOf = ({ target, id, by }: State, { folder, document }: StoredBuild): Release => ({
  baseUrl: `${target.baseOf(id)}${folder}/`,
  publishedAt: by.now(),
  declaration: document,
});

/** Throws if this version was published with other content, unless --replace is given. */
function refuseSameVersion({ id, by, entries }: State, { declaration: { version }, folder }: Build): void {
  const other = entries.findLast((item) => item.version === version && item.folder !== folder);
  if (!other || by.replace) return;
  throw new Error(
    `${id} ${version} was published with another content (sequence ${other.sequence}, ${other.publishedAt}). Raise ` +
      '"version" in its package.json, or say --replace. Nothing was published.',
  );
}

/** Whether publishing again would change nothing: signed by this key, for this epoch, and not about to expire. */
function isAsGoodAsNew(current: EntryDocument, by: Publisher): boolean {
  const isOwn = signatureState(current, [listedKey(by.key, [current.id])]) === 'valid';
  const lasts = Date.parse(current.expiresAt ?? '') - Date.parse(by.now()) > renewBeforeMs;
  return isOwn && lasts && (by.epoch === undefined || current.epoch === by.epoch);
}

/** The live release. Throws if no known key signed it, because the new entry signs it again. */
function liveOf({ id, trusted }: State): Release {
  if (!trusted)
    throw new Error(
      `The entry of ${id} was altered, or signed by a key that is not known here, so nothing of it is signed ` +
        `again. Publish the live build of ${id} first.`,
    );
  const { baseUrl, publishedAt, declaration } = trusted;
  return { baseUrl, publishedAt, declaration };
}

/** What stays beside the version at `baseUrl`: what is another build, has not ended, and was signed by a known key. */
function besideLive({ trusted, by }: State, baseUrl = ''): Beside {
  const { canary, preview } = trusted ?? {};
  const isRunning = preview && preview.baseUrl !== baseUrl && Date.parse(preview.until) > Date.parse(by.now());
  return { canary: canary?.baseUrl === baseUrl ? null : (canary ?? null), ...kept(isRunning ? preview : null) };
}

/** An entry without a preview has no field for it. */
const kept = (preview: EntryDocument['preview']): Pick<EntryDocument, 'preview'> => (preview ? { preview } : {});

/** Writes a build that is not live next to the live one. */
async function uploadBeside(state: State, build: Build): Promise<Release> {
  const { id, current } = state;
  if (!current) throw new Error(`${id} is not in the registry. Publish it first; others stand beside a live version.`);
  refuseSameVersion(state, build);
  const release = await upload(state, build);
  if (current.baseUrl === release.baseUrl) throw new Error(`This build of ${id} is live for everybody already.`);
  return release;
}

/** Writes the files of a build to the store and reads them back. */
async function upload(state: State, build: Build): Promise<Release> {
  const { target, id } = state;
  await target.store.addVersion(`${id}/${build.folder}`, build.files);
  await readStoredBuild(target, id, build.folder);
  await keepSourceMaps(state, build);
  return releaseOf(state, build);
}

/** Stores the maps of a build, unless the store would show them to everybody. */
async function keepSourceMaps({ target: { store }, id, by }: Place, { folder, maps }: Build) {
  if (maps.size === 0) return;
  const place = mapsOf(id, folder);
  if (await store.showsToAnybody(place))
    by.tell?.(
      `${store.name} shows source-maps/ to everybody, so no source maps were kept: stacks of ${id} ${folder} ` +
        'cannot be made readable from there. Let it ask for the token below source-maps/.',
    );
  else await store.addVersion(place, maps);
}

/** Throws if a file is missing or altered, because the build is signed next. */
async function readStoredBuild(target: Target, id: string, folder: string): Promise<StoredBuild> {
  const bytesOf: BytesOf = (name) => target.store.readBytes(`${id}/${folder}/${name}`);
  const bytes = await bytesOf('remote.json');
  if (!bytes)
    throw new Error(
      `The files of ${id} ${folder} are gone from ${target.store.name}. Build that version again and publish it.`,
    );
  const document = JSON.parse(bytes.toString('utf8')) as RemoteDocument;
  const problems = folderNameOf(document) === folder ? [] : ['remote.json is not the one that was published'];
  const declaration = await readDeclaration(document, `${folder}/remote.json`);
  problems.push(...(await fileProblems(declaration, bytesOf)));
  if (problems.length > 0)
    throw new Error(
      `The files of ${id} ${folder} in ${target.store.name} were altered: ${problems.join('; ')}. Delete that ` +
        'folder and publish the build again.',
    );
  return { document, declaration, folder };
}
