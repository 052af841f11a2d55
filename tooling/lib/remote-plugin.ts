// The plugin that turns a build into a remote of this console, for webpack and Rspack.
import { ModuleFederationPlugin as OfRspack } from '@module-federation/enhanced/rspack';
import { ModuleFederationPlugin as OfWebpack } from '@module-federation/enhanced/webpack';
import { sharedModules } from './shared-modules.ts';
import { BUILD_PLACEHOLDER, BuildIdPlugin } from './build-id.ts';
import { type AnyCompiler, commonOf, isRspack } from './bundler.ts';
import { messageOf } from './errors.mjs';
import { IntegrityRuntimePlugin } from './integrity-runtime.ts';
import { readManifest } from './paths.mjs';
import { RefusalsPlugin, sharedNames } from './refusals/refusals-plugin.ts';
import { remoteSettings } from './refusals/remote-settings.ts';
import { evaluateRemote } from './evaluate-remote.ts';
import { exposedDeclaration, exposesOf, RemoteDeclarationPlugin } from './remote-declaration.ts';

/** A remote shares what the host provides and its federation runtime. It loads no remotes itself. */
const federationOptions = {
  shareStrategy: 'loaded-first' as const,
  dts: false,
  dev: false,
  manifest: true,
  virtualRuntimeEntry: true,
  experiments: {
    externalRuntime: true,
    optimization: { disableSnapshot: true, disableRemote: true, target: 'web' as const },
  },
};

/**
 * Reads the declaration again before each build, because src/remote.ts may be edited too. An error becomes a build
 * error: a thrown one would stop the watching.
 */
function evaluateAnew(compiler: AnyCompiler, packageDir: string, declaration: RemoteDeclarationPlugin): void {
  const { hooks, webpack } = commonOf(compiler);
  let fault: unknown = null;
  hooks.watchRun.tapPromise('RemotePlugin', async () => {
    const [evaluated] = await Promise.allSettled([evaluateRemote(packageDir)]);
    fault = evaluated.status === 'rejected' ? evaluated.reason : null;
    if (evaluated.status === 'fulfilled') declaration.build.remote = evaluated.value;
  });
  hooks.thisCompilation.tap('RemotePlugin', (compilation) => {
    if (fault !== null) compilation.errors.push(new webpack.WebpackError(messageOf(fault)));
  });
}

/**
 * Plugin for webpack and Rspack: builds the remote in `packageDir` with its container, its declaration `remote.json`,
 * and code that loads its files by hash. Fails on what the console refuses. With `isDeveloped`, builds for a dev
 * server: unsigned, and with fixed file names.
 */
export async function remotePlugin(packageDir: string, { isDeveloped = false }: { isDeveloped?: boolean } = {}) {
  const remote = await evaluateRemote(packageDir);
  const containerName = `${remote.id.replaceAll('-', '_')}_${isDeveloped ? 'development' : BUILD_PLACEHOLDER}`;
  const options = {
    ...federationOptions,
    name: containerName,
    filename: isDeveloped ? 'remoteEntry.js' : 'remoteEntry.[contenthash:12].js',
    exposes: isDeveloped ? exposedDeclaration : exposesOf(remote),
    shared: sharedModules(),
  };
  const shared = Object.keys(options.shared);
  const names = await sharedNames(shared);
  return {
    /** Unique per build: builds of equal names would share a runtime instance and mix up their chunks. */
    containerName,
    /** Module Federation looks for `name` and `_options` among the plugins of a configuration. */
    name: 'ModuleFederationPlugin',
    _options: options,
    apply(compiler: AnyCompiler) {
      const { version } = readManifest(packageDir);
      const declaration = new RemoteDeclarationPlugin({ packageDir, remote, isDeveloped, version, containerName });
      if (isDeveloped) evaluateAnew(compiler, packageDir, declaration);
      const settings = remoteSettings(packageDir);
      const before = [
        ...(isDeveloped ? [] : [new IntegrityRuntimePlugin(), new BuildIdPlugin()]),
        new RefusalsPlugin({ packageDir, settings, shared, names }),
      ];
      // By default, ids hold the folder of the build, so the same sources would get other hashes elsewhere.
      if (!isDeveloped) commonOf(compiler).options.optimization.moduleIds = 'natural';
      for (const plugin of before) plugin.apply(compiler);
      if (isRspack(compiler)) new OfRspack(options).apply(compiler);
      else new OfWebpack(options).apply(compiler);
      declaration.apply(compiler);
    },
  };
}
