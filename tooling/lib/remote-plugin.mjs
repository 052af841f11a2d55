// The plugin that turns a build into a remote of this console, for webpack and Rspack.
/** @import { Remote } from '@device-console/shared-lib/remote' */
/** @import { AnyCompiler } from './bundler.mjs' */
import { ModuleFederationPlugin as OfRspack } from '@module-federation/enhanced/rspack';
import { ModuleFederationPlugin as OfWebpack } from '@module-federation/enhanced/webpack';
import { sharedModules } from './shared-modules.mjs';
import { BUILD_PLACEHOLDER, BuildIdPlugin, StableModuleIdsPlugin } from './build-id.mjs';
import { commonOf, isRspack } from './bundler.mjs';
import { messageOf } from './errors.mjs';
import { IntegrityRuntimePlugin } from './integrity-runtime.mjs';
import { readManifest } from './paths.mjs';
import { API_VERSION } from './publishing/rules.mjs';
import { RefusalsPlugin } from './refusals/refusals-plugin.mjs';
import { remoteSettings } from './refusals/remote-settings.mjs';
import { evaluateRemote } from './evaluate-remote.mjs';
import { exposedDeclaration, exposesOf, RemoteDeclarationPlugin } from './remote-declaration.mjs';

/**
 * A remote shares what the host provides and, unless `ownRuntime`, its federation runtime. It loads no remotes itself.
 * @param {boolean} ownRuntime
 */
const federationOptions = (ownRuntime) => ({
  shareStrategy: /** @type {const} */ ('loaded-first'),
  dts: false,
  dev: false,
  manifest: true,
  virtualRuntimeEntry: true,
  experiments: {
    externalRuntime: !ownRuntime,
    optimization: { disableSnapshot: true, disableRemote: !ownRuntime, target: /** @type {const} */ ('web') },
  },
});

/**
 * Plugin for webpack and Rspack: builds the remote in `packageDir` with its container, its declaration `remote.json`,
 * and code that loads its files by hash. Fails on what the console refuses. With `isDeveloped`, builds for a dev
 * server: unsigned, and with fixed file names. With `ownRuntime`, includes a federation runtime instead of sharing the
 * host's.
 */
class RemotePlugin {
  /** @param {{ packageDir: string, remote: Remote, isDeveloped: boolean, ownRuntime: boolean }} options */
  constructor({ packageDir, remote, isDeveloped, ownRuntime }) {
    this.packageDir = packageDir;
    this.remote = remote;
    this.isDeveloped = isDeveloped;
    /** Unique per build: builds of equal names would share a runtime instance and mix up their chunks. */
    this.containerName = `${remote.id.replaceAll('-', '_')}_${isDeveloped ? 'development' : BUILD_PLACEHOLDER}`;
    /** Module Federation looks for `name` and `_options` among the plugins of a configuration. */
    this.name = 'ModuleFederationPlugin';
    this._options = {
      ...federationOptions(ownRuntime),
      name: this.containerName,
      filename: isDeveloped ? 'remoteEntry.js' : 'remoteEntry.[contenthash:12].js',
      exposes: isDeveloped ? exposedDeclaration : exposesOf(remote),
      shared: sharedModules(),
    };
  }

  /** @param {AnyCompiler} compiler */
  apply(compiler) {
    const { packageDir, remote, isDeveloped, containerName, _options: options } = this;
    const { version } = readManifest(packageDir);
    const declaration = new RemoteDeclarationPlugin({
      packageDir,
      remote,
      isDeveloped,
      version,
      containerName,
      apiVersion: API_VERSION,
    });
    if (isDeveloped) evaluateAnew(compiler, packageDir, declaration);
    const settings = remoteSettings(packageDir);
    const before = [
      ...(isDeveloped ? [] : [new IntegrityRuntimePlugin(), new BuildIdPlugin()]),
      new RefusalsPlugin({ packageDir, settings, shared: Object.keys(options.shared) }),
      new StableModuleIdsPlugin(),
    ];
    for (const plugin of before) plugin.apply(compiler);
    if (isRspack(compiler)) new OfRspack(options).apply(compiler);
    else new OfWebpack(options).apply(compiler);
    declaration.apply(compiler);
  }
}

/**
 * Reads the declaration again before each build, because src/remote.ts may be edited too. An error becomes a build
 * error: a thrown one would stop the watching.
 * @type {(compiler: AnyCompiler, packageDir: string, declaration: RemoteDeclarationPlugin) => void}
 */
function evaluateAnew(compiler, packageDir, declaration) {
  const { hooks, webpack } = commonOf(compiler);
  /** @type {unknown} */
  let fault = null;
  hooks.watchRun.tapPromise('RemotePlugin', async () => {
    const [evaluated] = await Promise.allSettled([evaluateRemote(packageDir)]);
    fault = evaluated.status === 'rejected' ? evaluated.reason : null;
    if (evaluated.status === 'fulfilled') declaration.remote = evaluated.value;
  });
  hooks.thisCompilation.tap('RemotePlugin', (compilation) => {
    if (fault !== null) compilation.errors.push(new webpack.WebpackError(messageOf(fault)));
  });
}

/**
 * @param {string} packageDir
 * @param {{ isDeveloped?: boolean, ownRuntime?: boolean }} [options]
 */
export async function remotePlugin(packageDir, { isDeveloped = false, ownRuntime = false } = {}) {
  return new RemotePlugin({ packageDir, remote: await evaluateRemote(packageDir), isDeveloped, ownRuntime });
}
