// Builds the package in the current folder (host or remote) into its dist folder.
import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import webpack from 'webpack';
import { apiVersion } from './lib/api-version.mjs';
import { rootDir } from './lib/paths.mjs';
import { precompress } from './lib/precompress.mjs';
import { webpackConfig } from './webpack-config.mjs';

const packageDir = process.cwd();

const config = await webpackConfig(packageDir, { apiVersion: apiVersion(), cacheDir: join(rootDir, '.cache', 'webpack', basename(packageDir)) });
const compiler = webpack(config);
const stats = await new Promise((resolve, reject) => {
  compiler.run((error, result) => (error ? reject(error) : resolve(result)));
});
await new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
if (stats.hasErrors() || stats.hasWarnings()) console.error(stats.toString('errors-warnings'));
if (stats.hasErrors()) process.exit(1);

const publicDir = join(packageDir, 'public');
if (existsSync(publicDir)) cpSync(publicDir, join(packageDir, 'dist'), { recursive: true });
precompress(join(packageDir, 'dist'));
