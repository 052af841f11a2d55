// One build by webpack or Rspack, from its configuration to its end.

/**
 * What the compilers of both bundlers do alike.
 * @template Stats
 * @typedef {{
 *   run(done: (error: Error | null, stats?: Stats) => void): void,
 *   close(done: (error?: Error | null) => void): void,
 * }} RunnableCompiler
 */

/**
 * Builds once and returns the stats, faults of the sources included; the compiler's cache is on the disk then.
 * @template Stats
 * @param {RunnableCompiler<Stats>} compiler
 * @returns {Promise<Stats>}
 */
export async function runBundler(compiler) {
  /** @type {Stats} */
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => {
      if (error || !result) reject(error ?? new Error('The bundler ended without a result.'));
      else resolve(result);
    });
  });
  /** @type {Promise<void>} */
  const closed = new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  await closed;
  return stats;
}
