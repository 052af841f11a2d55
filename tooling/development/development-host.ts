// Builds the host for remotes under development: with React's development build, and the refresh runtime loaded first.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import { inputHash } from '../lib/build-if-changed.ts';
import { rootDir } from '../lib/paths.mjs';
import { runBundler } from '../lib/bundler.ts';
import { webpackConfig } from '../webpack-config.ts';
import { refreshing } from './development-remote.ts';
import type { Log } from '../lib/run-node.ts';

/** Builds the host unless nothing changed. Returns its folder. */
export async function buildDevelopmentHost(log: Log): Promise<string> {
  const started = performance.now();
  const packageDir = join(rootDir, 'shell');
  const outputDir = join(rootDir, '.cache', 'development-host');
  const stamp = join(outputDir, '.inputs');
  const inputs = inputHash('shell');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return outputDir;
  const config = await webpackConfig(packageDir, {
    cacheDir: join(rootDir, '.cache', 'webpack', 'development-host'),
    development: refreshing(),
  });
  const stats = await runBundler(webpack({ ...config, output: { ...config.output, path: outputDir } }));
  if (stats.hasErrors()) throw new Error(`the host could not be built:\n${stats.toString('errors-only')}`);
  const publicDir = join(packageDir, 'public');
  if (existsSync(publicDir)) cpSync(publicDir, outputDir, { recursive: true });
  writeFileSync(stamp, inputs);
  log(`built the host for development in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return outputDir;
}
