// Publishes the remotes that come with a console: those of this repository, or of a release.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../errors.mjs';
import { readJson, remoteIds } from '../paths.mjs';
import type { Log } from '../run-node.ts';
import { remoteBuild } from '../workspace.mjs';
import { folderNameOf, folderOfRelease, readBuild } from './build-files.ts';
import { type Key, listedKeys, type ListingConfig, prepareLocalKeys } from './keys.ts';
import { DoesNotFit, readRegistryOf } from './registry.ts';
import { publishBuild } from './releases.ts';
import type { RemoteDocument } from './rules.ts';
import { publishTarget, type Target } from './targets.ts';

/** The fields of a config.json that say what its pages trust. */
export type TrustingConfig = ListingConfig & { registryEpoch?: number };

/**
 * Makes each build live, unless config.json trusts other keys for it, or it uses names of another remote. The same
 * version may be published again with other content, because sources are edited here. Returns those that are not live,
 * each of which `log` has said why.
 */
export async function publishOwn(
  ids: readonly string[],
  {
    keys,
    config,
    target,
    log,
    buildOf = remoteBuild,
  }: {
    keys: ReadonlyMap<string, Key | null>;
    config: TrustingConfig;
    target: Target;
    log: Log;
    buildOf?: (id: string) => string;
  },
): Promise<string[]> {
  const refused: string[] = [];
  for (const id of ids) {
    const key = keys.get(id);
    if (!key) {
      log(`${id} is not published: config.json lists other keys for it than the one that is kept for it`);
      refused.push(id);
      continue;
    }
    const by = {
      key,
      trusted: listedKeys(config),
      epoch: config.registryEpoch ?? 1,
      replace: true,
      newRegistry: true,
      tell: log,
      now: () => new Date().toISOString(),
    };
    try {
      // The server of this store may start only afterwards.
      const unseen: Target = { ...target, look: async () => ({ status: 'served' }) };
      await publishBuild({ target: unseen, id, build: await readBuild(buildOf(id), id), by });
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      log(messageOf(error));
      refused.push(id);
    }
  }
  return refused;
}

/** Where the remotes of a release go, and the folders of their keys and of the config.json that lists these. */
export type Publication = Record<'web' | 'to' | 'origin' | 'key', string> & { log: Log };

/**
 * Makes the remotes of this release live in the folder `to`, with keys in the folder `key`, which it makes and lists in
 * the config.json of the folder `web`. Returns whether all are live.
 */
export const publishRelease = (publication: Publication): Promise<boolean> =>
  publishBuilds(remoteIds(), remoteBuild, publication);

/**
 * Makes the remotes of the release in the folder `former` live where those of the one in `current` are. What a team has
 * published itself since stays. Returns whether all are.
 */
export async function publishFormer(former: string, current: string, publication: Publication): Promise<boolean> {
  const { store } = publishTarget(publication);
  const buildOf = (release: string, id: string): string => join(release, id, 'dist');
  const ids: string[] = [];
  for (const id of remoteIds().filter((one) => existsSync(buildOf(former, one)))) {
    const { current: entry } = await readRegistryOf(store, id);
    const document = readJson(join(buildOf(current, id), 'remote.json')) as RemoteDocument;
    if (entry && folderOfRelease(entry.baseUrl) === folderNameOf(document)) ids.push(id);
  }
  return publishBuilds(ids, (id) => buildOf(former, id), publication);
}

async function publishBuilds(
  ids: readonly string[],
  buildOf: (id: string) => string,
  { web, to, origin, key, log }: Publication,
): Promise<boolean> {
  const configFile = join(resolve(web), 'config.json');
  const keys = prepareLocalKeys(configFile, ids, resolve(key));
  const config = readJson(configFile) as TrustingConfig;
  const refused = await publishOwn(ids, { keys, config, target: publishTarget({ to, origin }), log, buildOf });
  const live = ids.filter((id) => !refused.includes(id));
  if (live.length > 0) log(`${live.join(', ')} are live at ${origin}`);
  return refused.length === 0;
}
