// Names a remote's build by its content: the same sources give the same build in any folder.
import { createHash } from 'node:crypto';
import { type AnyCompiler, type BundlerCompilation, type BundlerParts, commonOf, fileOf } from './bundler.ts';

/**
 * Placeholder for the build's id in its own code until its content is known. As long as the id, and valid in
 * identifiers.
 */
export const BUILD_PLACEHOLDER = 'BuildIdHere0';

const NAME = 'BuildIdPlugin';

/** Replaces each {@link BUILD_PLACEHOLDER} in an asset by the id. */
function writeId(compilation: BundlerCompilation, sources: BundlerParts['sources'], name: string, id: string): void {
  const source = fileOf(compilation, name).source;
  const text = String(source.source());
  const replaced = new sources.ReplaceSource(source);
  for (let at = text.indexOf(BUILD_PLACEHOLDER); at >= 0; at = text.indexOf(BUILD_PLACEHOLDER, at + 1)) {
    replaced.replace(at, at + BUILD_PLACEHOLDER.length - 1, id);
  }
  compilation.updateAsset(name, replaced);
}

const namesOf = (compilation: BundlerCompilation, ending: RegExp): string[] =>
  compilation
    .getAssets()
    .map(({ name }) => name)
    .filter((name) => ending.test(name))
    .toSorted();

/** The hash of all scripts of a build, as long as {@link BUILD_PLACEHOLDER}. */
function idOf(compilation: BundlerCompilation, scripts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of scripts) hash.update(String(fileOf(compilation, name).source.source())).update('\0');
  return hash.digest('hex').slice(0, BUILD_PLACEHOLDER.length);
}

/**
 * Plugin for webpack and Rspack that replaces {@link BUILD_PLACEHOLDER} by a hash of the build's content. Otherwise two
 * builds of a remote on one page would mix up their chunks, which have the same names, and share an instance of the
 * federation runtime.
 */
export class BuildIdPlugin {
  apply(compiler: AnyCompiler) {
    const { hooks, webpack } = commonOf(compiler);
    const { sources, Compilation } = webpack;
    hooks.thisCompilation.tap(NAME, (compilation) => {
      let id = BUILD_PLACEHOLDER;
      const { processAssets } = compilation.hooks;
      // After minimising, before the files get their final hashes.
      processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1 }, () => {
        const scripts = namesOf(compilation, /\.js$/);
        id = idOf(compilation, scripts);
        for (const name of scripts) writeId(compilation, sources, name, id);
      });
      // The JSON files that describe the build are written after that.
      processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 }, () => {
        for (const name of namesOf(compilation, /\.json$/)) writeId(compilation, sources, name, id);
      });
    });
  }
}
