// A small build of plain @module-federation/enhanced, by a team that does not know this console: a page of its own, and
// one exposed component with a style and a part that is loaded later.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin as OfRspack } from '@module-federation/enhanced/rspack';
import { ModuleFederationPlugin as OfWebpack } from '@module-federation/enhanced/webpack';
import { createRsbuild } from '@rsbuild/core';
import { CssExtractRspackPlugin, rspack } from '@rspack/core';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { runBundler } from '../lib/bundler.ts';

type PlainBundler = 'webpack' | 'rspack' | 'rsbuild';

const files = {
  'package.json': JSON.stringify({ name: 'warranty-app', version: '2.0.0', dependencies: { react: '19.3.1' } }),
  'src/index.js': "import('./page.js');",
  'src/page.js': "document.title = 'A page of its own';",
  'src/warranty.js': `
import { createElement, lazy, Suspense, useState } from 'react';
import './warranty.css';
const Terms = lazy(() => import('./terms.js'));
export default function Warranty() {
  const [title] = useState('Warranty of a former page');
  return createElement(
    'section',
    { className: 'warranty-app' },
    createElement('h1', null, title),
    createElement(Suspense, null, createElement(Terms)),
  );
}`,
  'src/terms.js': `
import { createElement } from 'react';
export default () => createElement('p', null, 'Covered for two years');`,
  'src/warranty.css': '.warranty-app { color: rgb(1, 2, 3); }',
};

/** The same by React 18, in a root of its own; it asks the console's API. */
const mounting = {
  'package.json': JSON.stringify({
    name: 'warranty-app',
    version: '2.0.0',
    dependencies: { react: '18.3.1', 'react-dom': '18.3.1' },
  }),
  'src/warranty.js': `
import { Component, createElement, lazy, Suspense, useEffect, useState, version } from 'react';
import { createRoot } from 'react-dom/client';
import { calls } from '@device-console/shared-lib/contract';
import './warranty.css';
const Terms = lazy(() => import('./terms.js'));
function Warranty({ session, api, navigate, to, language, fail }) {
  const [found, setFound] = useState('');
  useEffect(() => {
    api.call(calls.getUsers, {}).then(({ items }) => setFound('Users: ' + (items.length > 0))).catch(fail);
  }, []);
  return createElement(
    'section',
    { className: 'warranty-app' },
    createElement('h1', null, 'Warranty by React ' + version),
    createElement('p', null, session().email + ', ' + language),
    createElement('p', null, found),
    createElement('button', { onClick: () => navigate(to('userManagement')) }, 'To the users'),
    createElement('button', { onClick: () => fail(new Error('no terms')) }, 'Fail'),
    createElement(Suspense, null, createElement(Terms)),
  );
}
class Boundary extends Component {
  state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  componentDidCatch(error) {
    this.props.fail(error);
  }
  render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
export function mount(element, given) {
  const root = createRoot(element);
  root.render(createElement(Boundary, { fail: given.fail }, createElement(Warranty, given)));
  return () => root.unmount();
}`,
};

const require = createRequire(import.meta.url);
const react18 = {
  react$: dirname(require.resolve('react18/package.json')),
  'react-dom': dirname(require.resolve('react-dom18/package.json')),
};
const ownReact = { singleton: true, requiredVersion: '^18.3.1' };
const ofMounting = {
  react: ownReact,
  'react-dom': ownReact,
  '@device-console/shared-lib/contract': { singleton: true, import: false as const, requiredVersion: '^1.0.0' },
};

/** What a team writes next to its build so that it can be adopted. */
const descriptionOf = (by: string, mounts: boolean): object => ({
  owner: 'Warranty team',
  ...(mounts && { mounts }),
  screens: [
    {
      id: 'warranty',
      path: `warrantyBy-${by}`,
      title: `Warranty by ${by}`,
      permission: 'Device Details',
      audiences: ['standard'],
      nav: { order: 900 },
      exposes: './Warranty',
    },
  ],
});

/**
 * Writes the sources into `folder`, builds them with `by` and returns the folder of the build. `federation` and
 * `output` are added to the configuration; `quick` skips minimizing and source maps; the component uses the module that
 * `imports` names, and shows the operator of its session if it has one. With `mounts` it is of React 18, and mounted.
 */
export async function plainBuild(
  folder: string,
  by: PlainBundler,
  {
    federation = {},
    output = {},
    quick = false,
    imports,
    mounts = false,
  }: { federation?: object; output?: object; quick?: boolean; imports?: string; mounts?: boolean } = {},
) {
  const described = JSON.stringify(descriptionOf(mounts ? 'react18' : by, mounts));
  const sources = { ...files, ...(mounts && mounting), 'device-console.json': described };
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  if (imports !== undefined) {
    const own = "null, title), createElement('p', null, used.useSession?.().email)";
    const shown = `${sources['src/warranty.js'].replace('null, title)', own)}\nexport { used };`;
    writeFileSync(join(folder, 'src/warranty.js'), `import * as used from '${imports}';\n${shown}\n`);
  }
  const options = {
    // The runtime that a build brings is shared with builds of the same name, and with their React.
    name: mounts ? 'warranty18' : 'warranty',
    filename: 'remoteEntry.js',
    exposes: { './Warranty': './src/warranty.js' },
    shared: mounts ? ofMounting : { react: { singleton: true } },
    dts: false,
    ...federation,
  };
  const dist = join(folder, 'dist');
  const config = {
    mode: 'production' as const,
    context: folder,
    entry: './src/index.js',
    devtool: quick ? (false as const) : ('source-map' as const),
    optimization: { minimize: !quick },
    output: { path: dist, publicPath: 'auto', ...output },
    ...(mounts && { resolve: { alias: react18 } }),
  };
  const ruleBy = (loader: string) => ({
    test: /\.css$/,
    use: [loader, 'css-loader'],
    type: 'javascript/auto' as const,
  });
  if (by === 'rsbuild') {
    const rsbuild = await createRsbuild({
      cwd: folder,
      config: {
        logLevel: 'error',
        source: { entry: { index: './src/index.js' } },
        output: { assetPrefix: 'auto', sourceMap: true },
        tools: { rspack: { output, plugins: [new OfRspack(options)] } },
      },
    });
    await (await rsbuild.build()).close();
    return dist;
  }
  const stats =
    by === 'webpack'
      ? await runBundler(
          webpack({
            ...config,
            module: { rules: [ruleBy(MiniCssExtractPlugin.loader)] },
            plugins: [new MiniCssExtractPlugin(), new OfWebpack(options)],
          }),
        )
      : await runBundler(
          rspack({
            ...config,
            module: { rules: [ruleBy(CssExtractRspackPlugin.loader)] },
            plugins: [new CssExtractRspackPlugin(), new OfRspack(options)],
          }),
        );
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  return dist;
}
