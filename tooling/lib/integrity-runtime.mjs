// What a remote's build adds to webpack's runtime: every script and style is loaded with the hash that its signed registry entry
// names, and a file without one is refused before it is requested.
import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

/** The host's lookup, as shell/src/remotes/integrity.ts defines it: an address to its hash, or nothing. */
const hashOf = (address) => `globalThis.deviceConsoleIntegrity?.(${address})`;
const REASON = 'no hash in the registry';

/** webpack plugin of a remote: see above. */
export class IntegrityRuntimePlugin {
  apply(compiler) {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap('IntegrityRuntimePlugin', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap('IntegrityRuntimePlugin', (source) => `${source}
        script.crossOrigin = 'anonymous';
        script.integrity = ${hashOf('url')} ?? '';
        if (!script.integrity) { done({ type: ${JSON.stringify(REASON)}, target: script }); return; }`);
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap('IntegrityRuntimePlugin', (source, { tag, href }) => `${source}
        ${tag}.crossOrigin = 'anonymous';
        ${tag}.integrity = ${hashOf(href)} ?? '';
        if (!${tag}.integrity) { onLinkComplete({ type: ${JSON.stringify(REASON)}, target: ${tag} }); return ${tag}; }`);
    });
  }
}

/** Stands for the build in its own code until its content is known; as long as what takes its place, and part of identifiers. */
export const BUILD_PLACEHOLDER = 'BuildIdHere0';

/**
 * webpack plugin that puts a hash of the build's content where its code says {@link BUILD_PLACEHOLDER}. Two builds of a remote on one
 * page would otherwise hand each other their chunks, which have the same names.
 */
export class BuildIdPlugin {
  apply(compiler) {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('BuildIdPlugin', (compilation) => {
      // After minimising, before the files get their final hashes.
      compilation.hooks.processAssets.tap({ name: 'BuildIdPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1 }, () => {
        const scripts = compilation.getAssets().filter(({ name }) => name.endsWith('.js')).map(({ name, source }) => ({ name, source, text: String(source.source()) }));
        const hash = createHash('sha256');
        for (const { text } of scripts.toSorted((left, right) => left.name.localeCompare(right.name))) hash.update(text).update('\0');
        const id = hash.digest('hex').slice(0, BUILD_PLACEHOLDER.length);
        for (const { name, source, text } of scripts) {
          const replaced = new sources.ReplaceSource(source);
          for (let at = text.indexOf(BUILD_PLACEHOLDER); at >= 0; at = text.indexOf(BUILD_PLACEHOLDER, at + 1)) replaced.replace(at, at + BUILD_PLACEHOLDER.length - 1, id);
          compilation.updateAsset(name, replaced);
        }
      });
    });
  }
}
