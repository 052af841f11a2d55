// Reads the mf-manifest.json of a finished build, and rejects builds that cannot be adopted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../paths.mjs';

type Files = { sync?: string[]; async?: string[] };

type ManifestAssets = { js?: Files; css?: Files };

type ManifestShared = { name: string; version: string; assets: ManifestAssets };

type ManifestExpose = { path: string; assets: ManifestAssets };

export type Manifest = {
  metaData: {
    globalName: string;
    publicPath?: string;
    remoteEntry: { name: string; path: string; type: string };
  };
  shared: ManifestShared[];
  remotes: { moduleName?: string; alias?: string }[];
  exposes: ManifestExpose[];
};

/** Library types that put the container into a global variable. */
const globalTypes = ['global', 'var', 'window', 'self', 'this'];

/** Throws if this console cannot run the build. */
export function readManifestOf(dist: string): Manifest {
  const file = join(dist, 'mf-manifest.json');
  if (!existsSync(file))
    throw new Error(
      `${dist} holds no mf-manifest.json. ModuleFederationPlugin of @module-federation/enhanced writes it, unless ` +
        '"manifest" is false.',
    );
  const manifest = readJson(file) as Manifest;
  const { metaData, shared, remotes, exposes } = manifest;
  if (!metaData?.remoteEntry || !exposes || !shared || !remotes)
    throw new Error(`${file} is no manifest of @module-federation/enhanced.`);
  const { type } = metaData.remoteEntry;
  if (!globalTypes.includes(type))
    throw new Error(
      `its entry is of the type "${type}". Browsers compare no hash of modules that a module imports; build it as a ` +
        'script (library type "var", not "module").',
    );
  if (exposes.length === 0) throw new Error('it exposes nothing that could be a screen.');
  if (metaData.publicPath !== 'auto')
    throw new Error(
      `its publicPath is "${metaData.publicPath}". A store puts it at an address of its own: set it to "auto".`,
    );
  const [other] = remotes;
  if (other)
    throw new Error(
      `it loads another remote, ${other.alias ?? other.moduleName}, whose files have no hash in its entry. Leave it ` +
        'out of "remotes".',
    );
  if (!shared.some(({ name }) => name === 'react'))
    throw new Error(
      'it does not share react. With a second React its hooks fail: add "react" to "shared", as a singleton.',
    );
  return manifest;
}

/** `isAll` adds the files that the code loads later. */
export const filesOf = ({ js, css }: ManifestAssets, isAll: boolean): string[] =>
  [js, css].flatMap((files) => [...(files?.sync ?? []), ...(isAll ? (files?.async ?? []) : [])]);
