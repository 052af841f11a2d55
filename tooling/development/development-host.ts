// Builds the host for remotes under development: with React's development build, and the refresh runtime loaded first.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import { runBundler } from '../lib/bundler.ts';
import { rootDir } from '../lib/paths.mjs';
import { developmentHost } from '../lib/workspace.mjs';
import { webpackConfig } from '../webpack-config.ts';
import { refreshing } from './development-remote.ts';

const packageDir = join(rootDir, 'shell');
const config = await webpackConfig(packageDir, {
  cacheDir: join(rootDir, '.cache', 'webpack', 'development-host'),
  development: refreshing(),
});
const stats = await runBundler(webpack({ ...config, output: { ...config.output, path: developmentHost() } }));
if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
cpSync(join(packageDir, 'public'), developmentHost(), { recursive: true });
