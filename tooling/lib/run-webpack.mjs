// One build by webpack, from its configuration to its end.
import webpack from 'webpack';

/** Builds once and answers webpack's stats, faults of the sources included; its cache is on the disk then. */
export async function runWebpack(config) {
  const compiler = webpack(config);
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  return stats;
}
