// Builds the remote in the given folder as this project does, but with the plugin of @module-federation/enhanced in the place of webpack's:
// its containers bring a federation runtime of their own.
import { join } from 'node:path';
import { webpackConfig } from '@device-console/tooling/webpack';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';

const folder = process.argv[2];
const config = await webpackConfig(folder, { apiVersion: '1.0.0', cacheDir: join(folder, '..', 'cache') });
const others = config.plugins.filter((plugin) => !(plugin instanceof webpack.container.ModuleFederationPlugin));
const [own] = config.plugins.filter((plugin) => plugin instanceof webpack.container.ModuleFederationPlugin);
const enhanced = new ModuleFederationPlugin({
  ...own.options, dts: false, dev: false, manifest: false, shareStrategy: 'loaded-first', experiments: { optimization: { target: 'web', disableSnapshot: true } },
});
const stats = await new Promise((resolve, reject) => {
  webpack({ ...config, plugins: [...others, enhanced] }, (error, result) => (error ? reject(error) : resolve(result)));
});
if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
