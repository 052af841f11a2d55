// Serves one remote from a dev server, which rebuilds it on every edit and sends the changes to the page.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type * as fileSystemModule from 'node:fs';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { rootDir } from '../lib/paths.mjs';
import { type DevelopmentParts, webpackConfig } from '../webpack-config.ts';
import type { Log } from '../lib/run-node.ts';

/** Called after each build without errors. */
type OnBuilt = (declaration: RemoteDeclaration) => void | Promise<void>;

/** Where the dev server listens, under which origin browsers reach it, and whose pages load it. */
type Serving = { origin: string; host: string; port: number };

/**
 * Starts the server, and returns it after the first build without errors. `onBuilt` gets the declaration after every
 * such build; `log` gets the errors of the others.
 */
export async function serveDevelopmentRemote(
  id: string,
  { log, onBuilt, ...serving }: Serving & { log: Log; onBuilt: OnBuilt },
): Promise<WebpackDevServer> {
  const packageDir = join(rootDir, id);
  const cacheDir = join(rootDir, '.cache', 'webpack', `development-${id}`);
  const config = await webpackConfig(packageDir, { cacheDir, development: refreshing() });
  const compiler = webpack(config);
  const firstBuild = watchBuilds(compiler, { id, log, onBuilt });
  const server = new WebpackDevServer(optionsOf(serving), compiler);
  await server.start();
  try {
    await firstBuild;
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function optionsOf({ origin, host, port }: Serving): WebpackDevServer.Configuration {
  return {
    host,
    port,
    hot: true,
    liveReload: false,
    static: false,
    setupExitSignals: false,
    devMiddleware: { stats: 'none' },
    headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
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

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Maps every import of the refresh runtime in the remote to the host's, the only one that React reports to. */
const hostRuntime = ({ request = '' }: { request?: string }, answer: (error?: null, result?: string) => void) =>
  /react-refresh(\/runtime(\.js)?)?$/.test(request) ? answer(null, 'var deviceConsoleRefresh') : answer();

/** For builds of host and remote with fast refresh: edited components replace the shown ones. */
export const refreshing = (): DevelopmentParts => ({
  mode: 'development',
  // The refresh runtime must load before React.
  hostEntry: [here('./refresh-runtime.js'), here('./build-faults.js'), './src/main.ts'],
  remoteRule: { test: /\.tsx?$/, exclude: /node_modules/, loader: here('./swc-refresh-loader.cjs') },
  remote: {
    externals: [hostRuntime],
    // Its overlay writes inline styles, which the page's policy refuses; the host shows build faults itself.
    plugins: [new ReactRefreshPlugin({ overlay: false })],
  },
});
