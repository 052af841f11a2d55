// The head script of the host: bundled separately, because it runs before everything else and must be small.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Compiler } from 'webpack';

/**
 * Bundles src/boot/boot.ts with what this build provides and the access that the specification requires at its
 * addresses. Returns the hashed file name, and the plugin that emits the file.
 */
export async function bundleBootScript(packageDir: string, provides: object, specified: object) {
  const { outputFiles } = await build({
    entryPoints: [join(packageDir, 'src', 'boot', 'boot.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
    define: { CONSOLE_PROVIDES: JSON.stringify(provides), CONSOLE_SPECIFIED: JSON.stringify(specified) },
  });
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents));
  const file = `boot.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
  const plugin = {
    apply(compiler: Compiler) {
      const { sources, Compilation } = compiler.webpack;
      const at = { name: 'BootScript', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compiler.hooks.thisCompilation.tap('BootScript', (compilation) =>
        compilation.hooks.processAssets.tap(at, () =>
          compilation.emitAsset(file, new sources.RawSource(code), { immutable: true }),
        ),
      );
    },
  };
  return { file, plugin };
}
