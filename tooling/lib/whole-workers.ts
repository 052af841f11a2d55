// Workers of one file each. A worker fetches further files by `importScripts`, which takes no hash, so a browser that
// holds the page to Integrity-Policy in its workers too refuses them.
import type webpack from 'webpack';

/** False for the code of a worker, which is not to be split. */
export const maySplit = (chunk: webpack.Chunk): boolean => !chunk.hasRuntime();

/** Fails the build if a worker needs more than its first file. */
export class WholeWorkersPlugin {
  apply(compiler: webpack.Compiler): void {
    const { WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('WholeWorkersPlugin', (compilation) => {
      compilation.hooks.afterSeal.tap('WholeWorkersPlugin', () => {
        for (const worker of compilation.asyncEntrypoints) {
          const files = worker.getFiles().filter((file) => file.endsWith('.js'));
          if (files.length === 1 && worker.getNumberOfChildren() === 0) continue;
          const starter = worker.origins[0]?.module?.identifier();
          compilation.errors.push(
            new WebpackError(`A worker of ${starter} is more than one file. It must import all its code statically.`),
          );
        }
      });
    });
  }
}
