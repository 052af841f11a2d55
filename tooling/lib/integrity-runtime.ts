// Adds hash checks to the runtime of builds. A remote loads every script and style with the hash in its signed registry
// entry, and does not request a file without a hash; under any other host it loads files as usual. The host loads every
// script with the hash in index.html, so that Integrity-Policy can block scripts without one.
import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation as RspackCompilation, Compiler as RspackCompiler } from '@rspack/core';
import type { Compilation, Compiler } from 'webpack';
import { type AnyCompiler, type BundlerCompilation, fileOf, isRspack } from './bundler.ts';

const NAME = 'IntegrityRuntimePlugin';

/** Code for the host's lookup, which shell/src/remotes/integrity.ts defines: the hash of an address, or undefined. */
const hashOf = (address: string): string => `globalThis.deviceConsoleIntegrity?.(${address})`;
const REASON = 'no hash in the registry';

/**
 * Adds the hash to `code`, which creates the element `tag` for `address`. `refuse` is code that reports the file as not
 * loaded, and returns.
 */
const withHash = (code: string, tag: string, address: string, refuse: string): string => `${code}
        ${tag}.crossOrigin = 'anonymous';
        ${tag}.integrity = ${hashOf(address)} ?? '';
        if (!${tag}.integrity && globalThis.deviceConsoleIntegrity) { ${refuse} }`;
const scriptWithHash = (code: string): string =>
  withHash(code, 'script', 'url', `done({ type: ${JSON.stringify(REASON)}, target: script }); return;`);

/** For remotes, built by webpack or Rspack. */
export class IntegrityRuntimePlugin {
  apply(compiler: AnyCompiler) {
    if (isRspack(compiler))
      compiler.hooks.thisCompilation.tap(NAME, (compilation) => this.ofRspack(compiler, compilation));
    else compiler.hooks.thisCompilation.tap(NAME, (compilation) => this.ofWebpack(compiler, compilation));
  }

  ofWebpack({ webpack }: Compiler, compilation: Compilation) {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(NAME, scriptWithHash);
    MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, (code, { tag, href }) =>
      withHash(code, tag, href, `onLinkComplete({ type: ${JSON.stringify(REASON)}, target: ${tag} }); return ${tag};`),
    );
  }

  ofRspack({ webpack }: RspackCompiler, compilation: RspackCompilation) {
    const hooks = webpack.RuntimePlugin.getCompilationHooks(compilation);
    hooks.createScript.tap(NAME, scriptWithHash);
    // The message that Rspack gives for a failed style: it prepares its own only after this code.
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

const HOST_NAME = 'HostIntegrityPlugin';

/** For scripts of the page's own origin. Integrity-Policy accepts a hash only if the request uses CORS. */
const hostScriptWithHash = (code: string) =>
  `${code}
        script.crossOrigin = 'anonymous';
        script.integrity = deviceConsoleBoot.hashes[url] ?? '';`;

/** For the host. The head script, which index.html names first, gives the hashes to the runtime. */
export class HostIntegrityPlugin {
  apply(compiler: Compiler) {
    const { runtime, sources, Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(HOST_NAME, (compilation) => {
      const { createScript } = runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap(HOST_NAME, hostScriptWithHash);
      // Once all files have their final names and contents.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: HOST_NAME, stage }, () => {
        if (compilation.errors.length > 0) return;
        const page = String(fileOf(compilation, 'index.html').source.source());
        compilation.updateAsset('index.html', new sources.RawSource(pageWithHashes(page, hashesOf(compilation))));
      });
    });
  }
}

function hashesOf(compilation: BundlerCompilation): Record<string, string> {
  const scripts = compilation.getAssets().filter(({ name }) => name.endsWith('.js'));
  const sha256 = (bytes: Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  return Object.fromEntries(scripts.map(({ name, source }) => [`/${name}`, sha256(source.buffer())]));
}

/** index.html with the hash of each script that it names, and the hashes of those that are loaded later. */
function pageWithHashes(page: string, hashes: Record<string, string>): string {
  const later = new Map(Object.entries(hashes));
  return page
    .replace(/<script([^>]*) src="([^"]+)"/g, (_tag, before, address) => {
      later.delete(address);
      return `<script${before} crossorigin="anonymous" integrity="${hashes[address]}" src="${address}"`;
    })
    .replace(' data-files=', () => ` data-hashes='${JSON.stringify(Object.fromEntries(later))}' data-files=`);
}
