// One build by webpack or Rspack, from its configuration to its end.

/** Builds once by `bundler` and returns its stats, faults of the sources included; its cache is on the disk then. */
export async function runBundler(bundler, config) {
  const compiler = bundler(config);
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  return stats;
}
