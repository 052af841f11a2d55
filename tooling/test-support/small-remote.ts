// A small remote in a folder from which packages resolve, and its production build.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rspack } from '@rspack/core';
import webpack from 'webpack';
import { type AnyCompiler, type BundlerCompilation, commonOf, runBundler } from '../lib/bundler.ts';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { rspackConfig } from '../rspack-config.ts';
import { webpackConfig } from '../webpack-config.ts';

type BuildStats = { compilation: { errors: { message: string }[]; warnings: { message: string }[] } };

export type SmallBuild = Awaited<ReturnType<typeof buildSmall>>;

type OnModulesBuilt = (compilation: BundlerCompilation) => void;

export const id = 'mf-small';

/** The files of every small remote: one screen, whose code is `src/screen.tsx`. */
const usual = {
  'src/remote.ts': `
import { defineRemote } from '@device-console/shared-lib/remote';
export const remote = defineRemote({
  id: '${id}', owner: 'A team',
  screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load: () => import('./screen.tsx') }],
});`,
  'src/screen.tsx': 'export const Screen = () => <p>One</p>;',
  'src/files.d.ts':
    "declare module '*.module.css' { const classes: Readonly<Record<string, string>>; export default classes; }",
  'tsconfig.json': '{ "extends": "../../../tsconfig.base.json", "include": ["src"] }',
};

/**
 * Makes a remote of `files` (path to text) and the usual files. `manifest` is added to its package.json. `close`
 * removes it.
 */
export function smallRemote(files: Record<string, string | Buffer> = {}, manifest: object = {}) {
  mkdirSync(join(rootDir, '.cache'), { recursive: true });
  const workshop = mkdtempSync(join(rootDir, '.cache', 'small-remote-'));
  const packageDir = join(workshop, id);
  const { dependencies } = readManifest(join(rootDir, 'mf-devices'));
  const own = { name: `@device-console/${id}`, version: '1.0.0', type: 'module', dependencies, ...manifest };
  for (const [file, content] of Object.entries({ ...usual, 'package.json': JSON.stringify(own), ...files })) {
    mkdirSync(dirname(join(packageDir, file)), { recursive: true });
    writeFileSync(join(packageDir, file), content);
  }
  return { packageDir, workshop, close: () => rmSync(workshop, { recursive: true }) };
}

const builders = {
  webpack: async (packageDir: string, plugin: ReturnType<typeof afterModules>): Promise<BuildStats> => {
    const { plugins, optimization, ...config } = await webpackConfig(packageDir);
    const plain = { ...optimization, minimize: false };
    return runBundler(webpack({ ...config, plugins: [...plugins, plugin], optimization: plain }));
  },
  rspack: async (packageDir: string, plugin: ReturnType<typeof afterModules>): Promise<BuildStats> => {
    const { plugins, optimization, ...config } = await rspackConfig(packageDir);
    const plain = { ...optimization, minimize: false };
    return runBundler(rspack({ ...config, cache: false, plugins: [...plugins, plugin], optimization: plain }));
  },
};

/** A plugin for both bundlers that calls back once all modules are built. */
const afterModules = (callback: OnModulesBuilt) => ({
  apply: (compiler: AnyCompiler) =>
    commonOf(compiler).hooks.thisCompilation.tap('small-remote', (compilation) =>
      compilation.hooks.finishModules.tap('small-remote', () => callback(compilation)),
    ),
});

/**
 * Builds a remote with `by`. Returns all error messages, and the names of the written files. `onModulesBuilt` is called
 * when the sources are compiled, before any check.
 */
export async function buildSmall(
  { packageDir }: { packageDir: string },
  { by = 'webpack', onModulesBuilt = () => {} }: { by?: 'webpack' | 'rspack'; onModulesBuilt?: OnModulesBuilt } = {},
) {
  const stats = await builders[by](packageDir, afterModules(onModulesBuilt));
  const dist = join(packageDir, 'dist');
  return {
    faults: stats.compilation.errors.map(({ message }) => message),
    warnings: stats.compilation.warnings.map(({ message }) => message),
    files: existsSync(dist) ? readdirSync(dist) : [],
    dist,
  };
}
