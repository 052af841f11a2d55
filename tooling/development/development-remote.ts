// Serves one remote from a dev server, which rebuilds it on every edit and sends the changes to the page.
import type * as fileSystemModule from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { rootDir } from '../lib/paths.mjs';
import { webpackConfig } from '../webpack-config.ts';
import { refreshing, reloading } from './development-build.ts';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';

export type Log = (line: string) => void;

/** Called after each build without errors. */
type OnBuilt = (declaration: RemoteDeclaration) => void | Promise<void>;

/** Where the dev server listens, under which origin browsers reach it, and whose pages load it. */
type Serving = { origin: string; host: string; port: number; against?: string | null };

/**
 * Starts the server, and returns it after the first build without errors. `onBuilt` gets the declaration after every
 * such build; `log` gets the errors of the others. `against` is the origin of a deployed console: only its pages may
 * read the remote, and a change reloads them.
 */
export async function serveDevelopmentRemote(
  id: string,
  { origin, host, port, log, onBuilt, against = null }: Serving & { log: Log; onBuilt: OnBuilt },
): Promise<WebpackDevServer> {
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

function optionsOf({ origin, host, port, against }: Required<Serving>): WebpackDevServer.Configuration {
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

/** Resolves after the first build without errors. */
export function watchBuilds(
  compiler: webpack.Compiler,
  { id, log, onBuilt }: { id: string; log: Log; onBuilt: OnBuilt },
): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler.hooks.done.tapPromise('DevelopmentRemote', async (stats) => {
      if (stats.hasErrors()) {
        log(`${id} could not be built, and is built again when a file is saved:\n${stats.toString('errors-only')}`);
        return;
      }
      // The dev server keeps its files in memory, behind the interface of Node's fs.
      const built = compiler.outputFileSystem as typeof fileSystemModule;
      await onBuilt(JSON.parse(built.readFileSync(join(compiler.outputPath, 'remote.json'), 'utf8')));
      resolve();
    });
    compiler.hooks.failed.tap('DevelopmentRemote', reject);
  });
}
