// Builds the package in the current folder (host or remote) into its dist folder.
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rootDir } from './lib/paths.mjs';
import { precompress } from './lib/precompress.mjs';
import { runWebpack } from './lib/run-webpack.mjs';
import { API_VERSION } from './lib/publishing/rules.mjs';
import { providedModules } from './shared-modules.mjs';
import { webpackConfig } from './webpack-config.mjs';

const packageDir = process.cwd();

const config = await webpackConfig(packageDir, { apiVersion: API_VERSION, cacheDir: join(rootDir, '.cache', 'webpack', basename(packageDir)) });
const stats = await runWebpack(config);
if (stats.hasErrors() || stats.hasWarnings()) console.error(stats.toString('errors-warnings'));
if (stats.hasErrors()) process.exit(1);

const publicDir = join(packageDir, 'public');
if (existsSync(publicDir)) cpSync(publicDir, join(packageDir, 'dist'), { recursive: true });
// What the host provides, for teams that check a build against it before they publish.
if (basename(packageDir) === 'shell') writeFileSync(join(packageDir, 'dist', 'provides.json'), `${JSON.stringify({ schemaVersion: 1, versions: providedModules(), apiVersion: API_VERSION }, null, 1)}\n`);
precompress(join(packageDir, 'dist'));
