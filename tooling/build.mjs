// Builds the package in the current folder (host or remote) into its dist folder.
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rspack } from '@rspack/core';
import webpack from 'webpack';
import { readCommand } from './lib/command-line.mjs';
import { rootDir } from './lib/paths.mjs';
import { precompress } from './lib/precompress.mjs';
import { API_VERSION } from './lib/publishing/rules.mjs';
import { remoteSettings } from './lib/refusals/remote-settings.mjs';
import { runBundler } from './lib/run-bundler.mjs';
import { rspackConfig } from './rspack-config.mjs';
import { providedModules } from './lib/shared-modules.mjs';
import { webpackConfig } from './webpack-config.mjs';

readCommand('build');
const packageDir = process.cwd();

const isHost = basename(packageDir) === 'shell';
const isByRspack = !isHost && remoteSettings(packageDir).bundler === 'rspack';
const cacheDir = join(rootDir, '.cache', 'webpack', basename(packageDir));
const stats = isByRspack
  ? await runBundler(rspack(await rspackConfig(packageDir)))
  : await runBundler(webpack(await webpackConfig(packageDir, { cacheDir })));
if (stats.hasErrors() || stats.hasWarnings()) console.error(stats.toString('errors-warnings'));
if (stats.hasErrors()) process.exit(1);

const publicDir = join(packageDir, 'public');
if (existsSync(publicDir)) cpSync(publicDir, join(packageDir, 'dist'), { recursive: true });
// What the host provides, for teams that check a build against it before they publish.
if (isHost)
  writeFileSync(
    join(packageDir, 'dist', 'provides.json'),
    `${JSON.stringify({ schemaVersion: 1, versions: providedModules(), apiVersion: API_VERSION }, null, 1)}\n`,
  );
precompress(join(packageDir, 'dist'));
