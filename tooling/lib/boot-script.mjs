// The head script of the host: bundled apart, because it runs before everything else and is to hold nothing but itself.
import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { join } from 'node:path';

/**
 * Bundles src/boot/boot.ts, which knows what this build provides and what the specification asks at its addresses;
 * gives its hashed file name and the webpack plugin that emits it.
 */
export async function bundleBootScript(packageDir, provides, specified) {
  const bundled = await build({
    entryPoints: [join(packageDir, 'src', 'boot', 'boot.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    logLevel: 'silent',
    define: { CONSOLE_PROVIDES: JSON.stringify(provides), CONSOLE_SPECIFIED: JSON.stringify(specified) },
  });
  const code = Buffer.from(bundled.outputFiles[0].contents);
  const file = `boot.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
  const plugin = {
    apply(compiler) {
      const { sources, Compilation } = compiler.webpack;
      compiler.hooks.thisCompilation.tap('BootScript', (compilation) => {
        compilation.hooks.processAssets.tap(
          { name: 'BootScript', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
          () => compilation.emitAsset(file, new sources.RawSource(code), { immutable: true }),
        );
      });
    },
  };
  return { file, plugin };
}
