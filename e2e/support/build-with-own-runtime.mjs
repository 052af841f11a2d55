// Builds the remote in the given folder as this project does, but with a federation runtime of its own in the place of
// the host's.
import { webpackConfig } from '@device-console/tooling/webpack';
import webpack from 'webpack';

const folder = process.argv[2];
const config = await webpackConfig(folder);
const { experiments } = config.plugins.find((plugin) => plugin?.name === 'ModuleFederationPlugin')._options;
experiments.externalRuntime = false;
experiments.optimization.disableRemote = false;
const stats = await new Promise((resolve, reject) => {
  webpack(config, (error, result) => (error ? reject(error) : resolve(result)));
});
if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
