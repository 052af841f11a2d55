// The head scripts of the host: bundled separately, because they run before everything else and must be small.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { transform } from '@swc/core';
import { build } from 'esbuild';
import type { Compiler } from 'webpack';
import { browsers, esbuildTargets } from './browsers.ts';

/**
 * Bundles src/boot/boot.ts with what this build provides and the access that the specification requires at its
 * addresses. Returns the hashed file name, and the plugin that emits the file.
 */
export async function bundleBootScript(packageDir: string, provides: object, specified: object) {
  const entry = join(packageDir, 'src', 'boot', 'boot.ts');
  return headScript(
    'boot',
    await bundle(entry, esbuildTargets, { CONSOLE_PROVIDES: provides, CONSOLE_SPECIFIED: specified }),
  );
}

/**
 * Bundles src/boot/check-browser.ts for any browser, with the list of those that the console runs in. Returns as
 * {@link bundleBootScript}.
 */
export async function bundleBrowserCheck(packageDir: string) {
  const entry = join(packageDir, 'src', 'boot', 'check-browser.ts');
  const code = await bundle(entry, ['es2015'], { CONSOLE_BROWSERS: browsers });
  // esbuild writes nothing older.
  const older = await transform(code, { isModule: false, minify: true, jsc: { target: 'es5' } });
  return headScript('check', older.code);
}

async function bundle(entry: string, target: string[], constants: Readonly<Record<string, object>>): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    target,
    logLevel: 'silent',
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** A file with a hash in its name, and the plugin that emits it. */
function headScript(name: string, code: string) {
  const file = `${name}.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
  const plugin = {
    apply(compiler: Compiler) {
      const { sources, Compilation } = compiler.webpack;
      const at = { name: 'HeadScript', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compiler.hooks.thisCompilation.tap('HeadScript', (compilation) =>
        compilation.hooks.processAssets.tap(at, () =>
          compilation.emitAsset(file, new sources.RawSource(Buffer.from(code)), { immutable: true }),
        ),
      );
    },
  };
  return { file, plugin };
}
