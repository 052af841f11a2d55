// Builds a package, host or remote, as it is delivered.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rspack } from '@rspack/core';
import webpack from 'webpack';
import { rspackConfig } from '../rspack-config.ts';
import { type BuildConfiguration, webpackConfig } from '../webpack-config.ts';
import { API_VERSION } from '../lib/publishing/rules.ts';
import { remoteSettings } from '../lib/refusals/remote-settings.ts';
import { runBundler } from '../lib/bundler.ts';
import { providedModules } from '../lib/shared-modules.ts';

const isHost = (packageDir: string): boolean => basename(packageDir) === 'shell';

/** The same build without minimizing: half the time, but larger. */
const plainly = (config: BuildConfiguration): BuildConfiguration => ({
  ...config,
  devtool: false,
  optimization: { ...config.optimization, minimize: false },
});

async function byWebpack(packageDir: string, isPlain: boolean): Promise<webpack.Stats> {
  const config = await webpackConfig(packageDir);
  return runBundler(webpack(isPlain ? plainly(config) : config));
}

/**
 * Builds the package into its dist folder. `said` is the errors and warnings. A plain build is not minimized and is
 * only for tests.
 */
export async function buildPackage(packageDir: string, { isPlain = false }: { isPlain?: boolean } = {}) {
  const isByRspack = !isHost(packageDir) && remoteSettings(packageDir).bundler === 'rspack';
  const stats = isByRspack
    ? await runBundler(rspack(await rspackConfig(packageDir)))
    : await byWebpack(packageDir, isPlain);
  const said = stats.hasErrors() || stats.hasWarnings() ? stats.toString('errors-warnings') : '';
  if (stats.hasErrors()) return { isBuilt: false, said };

  const publicDir = join(packageDir, 'public');
  if (existsSync(publicDir)) cpSync(publicDir, join(packageDir, 'dist'), { recursive: true });
  // What the host provides, for teams that check a build against it before publishing.
  if (isHost(packageDir))
    writeFileSync(
      join(packageDir, 'dist', 'provides.json'),
      `${JSON.stringify({ schemaVersion: 1, versions: providedModules(), apiVersion: API_VERSION }, null, 1)}\n`,
    );
  if (!isPlain) precompress(join(packageDir, 'dist'));
  return { isBuilt: true, said };
}

export function precompress(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|html|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes));
  }
}
