// Runs one build by webpack or Rspack.

/**
 * @template Stats
 * @typedef {{
 *   run(done: (error: Error | null, stats?: Stats) => void): void,
 *   close(done: (error?: Error | null) => void): void,
 * }} RunnableCompiler
 */

/**
 * Builds once, closes the compiler, which writes its cache to disk, and returns the stats. They include errors in the
 * sources.
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
