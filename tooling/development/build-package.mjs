// Builds a package, host or remote, as it is delivered.
/** @import { BuildConfiguration } from '../webpack-config.mjs' */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rspack } from '@rspack/core';
import webpack from 'webpack';
import { rspackConfig } from '../rspack-config.mjs';
import { webpackConfig } from '../webpack-config.mjs';
import { precompress } from '../lib/precompress.mjs';
import { API_VERSION } from '../lib/publishing/rules.mjs';
import { remoteSettings } from '../lib/refusals/remote-settings.mjs';
import { runBundler } from '../lib/run-bundler.mjs';
import { providedModules } from '../lib/shared-modules.mjs';

/** @type {(packageDir: string) => boolean} */
const isHost = (packageDir) => basename(packageDir) === 'shell';

/**
 * The same build without minimizing: half the time, but larger.
 * @type {(config: BuildConfiguration) => BuildConfiguration}
 */
const plainly = (config) => ({
  ...config,
  devtool: false,
  optimization: { ...config.optimization, minimize: false },
});

/** @type {(packageDir: string, isPlain: boolean) => Promise<webpack.Stats>} */
async function byWebpack(packageDir, isPlain) {
  const config = await webpackConfig(packageDir);
  return runBundler(webpack(isPlain ? plainly(config) : config));
}

/**
 * Builds the package into its dist folder. `said` is the errors and warnings. A plain build is not minimized and is
 * only for tests.
 * @type {(packageDir: string, options?: { isPlain?: boolean }) => Promise<{ isBuilt: boolean, said: string }>}
 */
export async function buildPackage(packageDir, { isPlain = false } = {}) {
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
