// What a remote's build adds to its bundler's runtime: every script and style is loaded with the hash that its signed
// registry entry names, and a file without one is refused before it is requested.
/** @import { AnyCompiler } from './bundler.mjs' */
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { isRspack } from './bundler.mjs';

const NAME = 'IntegrityRuntimePlugin';

/**
 * The host's lookup, as shell/src/remotes/integrity.ts defines it: an address to its hash, or nothing.
 * @type {(address: string) => string}
 */
const hashOf = (address) => `globalThis.deviceConsoleIntegrity?.(${address})`;
const REASON = 'no hash in the registry';

/**
 * Code after what makes the element `tag` for `address`; `refuse` says that the file was not loaded, and returns.
 * @type {(code: string, tag: string, address: string, refuse: string) => string}
 */
const withHash = (code, tag, address, refuse) => `${code}
        ${tag}.crossOrigin = 'anonymous';
        ${tag}.integrity = ${hashOf(address)} ?? '';
        if (!${tag}.integrity) { ${refuse} }`;
/** @type {(code: string) => string} */
const scriptWithHash = (code) =>
  withHash(code, 'script', 'url', `done({ type: ${JSON.stringify(REASON)}, target: script }); return;`);

/** Plugin of a remote, for webpack and Rspack: see above. */
export class IntegrityRuntimePlugin {
  /** @param {AnyCompiler} compiler */
  apply(compiler) {
    if (isRspack(compiler))
      compiler.hooks.thisCompilation.tap(NAME, (compilation) => this.ofRspack(compiler, compilation));
    else compiler.hooks.thisCompilation.tap(NAME, (compilation) => this.ofWebpack(compiler, compilation));
  }

  /**
   * @param {import('webpack').Compiler} compiler
   * @param {import('webpack').Compilation} compilation
   */
  ofWebpack({ webpack }, compilation) {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(NAME, scriptWithHash);
    MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, (code, { tag, href }) =>
      withHash(code, tag, href, `onLinkComplete({ type: ${JSON.stringify(REASON)}, target: ${tag} }); return ${tag};`),
    );
  }

  /**
   * @param {import('@rspack/core').Compiler} compiler
   * @param {import('@rspack/core').Compilation} compilation
   */
  ofRspack({ webpack }, compilation) {
    const hooks = webpack.RuntimePlugin.getCompilationHooks(compilation);
    hooks.createScript.tap(NAME, scriptWithHash);
    // What Rspack says of a style that failed, which it makes ready only after this.
    hooks.createLink.tap(NAME, (code) =>
      withHash(
        code,
        'linkTag',
        'linkTag.href',
        `reject(Object.assign(
          new Error("Loading CSS chunk " + chunkId + " failed.\\n(" + fullhref + ")"),
          { code: 'CSS_CHUNK_LOAD_FAILED', type: ${JSON.stringify(REASON)}, request: fullhref },
        )); return linkTag;`,
      ),
    );
  }
}
