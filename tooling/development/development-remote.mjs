// Serves one remote from a dev server, which rebuilds it on every edit and sends the changes to the page.
/** @import { RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { rootDir } from '../lib/paths.mjs';
import { webpackConfig } from '../webpack-config.mjs';
import { refreshing, reloading } from './development-build.mjs';

/**
 * @typedef {(line: string) => void} Log
 *
 * Called after each build without errors.
 * @typedef {(declaration: RemoteDeclaration) => void | Promise<void>} OnBuilt
 *
 * Where the dev server listens, under which origin browsers reach it, and whose pages load it.
 * @typedef {{ origin: string, host: string, port: number, against?: string | null }} Serving
 */

/**
 * Starts the server, and returns it after the first build without errors. `onBuilt` gets the declaration after every
 * such build; `log` gets the errors of the others. `against` is the origin of a deployed console: only its pages may
 * read the remote, and a change reloads them.
 * @type {(id: string, options: Serving & { log: Log, onBuilt: OnBuilt }) => Promise<WebpackDevServer>}
 */
export async function serveDevelopmentRemote(id, { origin, host, port, log, onBuilt, against = null }) {
  const packageDir = join(rootDir, id);
  const development = against ? reloading() : refreshing();
  const cache = against ? `against-${id}` : `development-${id}`;
  const config = await webpackConfig(packageDir, { cacheDir: join(rootDir, '.cache', 'webpack', cache), development });
  const compiler = webpack(config);
  const firstBuild = watchBuilds(compiler, { id, log, onBuilt });
  const server = new WebpackDevServer(optionsOf({ origin, host, port, against }), compiler);
  await server.start();
  try {
    await firstBuild;
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** @type {(serving: Required<Serving>) => WebpackDevServer.Configuration} */
function optionsOf({ origin, host, port, against }) {
  return {
    host,
    port,
    hot: !against,
    liveReload: against !== null,
    static: false,
    setupExitSignals: false,
    devMiddleware: { stats: 'none' },
    ...(against && { allowedHosts: [new URL(against).hostname] }),
    headers: { 'Access-Control-Allow-Origin': against ?? '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
    client: { overlay: false, logging: 'warn', webSocketURL: `${origin.replace(/^http/, 'ws')}/ws` },
  };
}

/**
 * Resolves after the first build without errors.
 * @type {(compiler: webpack.Compiler, options: { id: string, log: Log, onBuilt: OnBuilt }) => Promise<void>}
 */
export function watchBuilds(compiler, { id, log, onBuilt }) {
  return new Promise((resolve, reject) => {
    compiler.hooks.done.tapPromise('DevelopmentRemote', async (stats) => {
      if (stats.hasErrors()) {
        log(`${id} could not be built, and is built again when a file is saved:\n${stats.toString('errors-only')}`);
        return;
      }
      // The dev server keeps its files in memory, behind the interface of Node's fs.
      const built = /** @type {typeof import('node:fs')} */ (compiler.outputFileSystem);
      await onBuilt(JSON.parse(built.readFileSync(join(compiler.outputPath, 'remote.json'), 'utf8')));
      resolve();
    });
    compiler.hooks.failed.tap('DevelopmentRemote', reject);
  });
}
