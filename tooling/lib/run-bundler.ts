// Runs one build by webpack or Rspack.

type RunnableCompiler<Stats> = {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: (error?: Error | null) => void): void;
};

/**
 * Builds once, closes the compiler, which writes its cache to disk, and returns the stats. They include errors in the
 * sources.
 */
export async function runBundler<Stats>(compiler: RunnableCompiler<Stats>): Promise<Stats> {
  const stats: Stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => {
      if (error || !result) reject(error ?? new Error('The bundler ended without a result.'));
      else resolve(result);
    });
  });
  const closed: Promise<void> = new Promise((resolve, reject) =>
    compiler.close((error) => (error ? reject(error) : resolve())),
  );
  await closed;
  return stats;
}
