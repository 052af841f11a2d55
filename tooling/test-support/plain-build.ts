// A small build of plain @module-federation/enhanced, by a team that does not know this console: a page of its own, and
// one exposed component with a style and a part that is loaded later.
import { mkdirSync, writeFileSync } from 'node:fs';
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

/** What a team writes next to its build so that it can be adopted. */
const descriptionOf = (by: PlainBundler): object => ({
  owner: 'Warranty team',
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
 * `imports` names.
 */
export async function plainBuild(
  folder: string,
  by: PlainBundler,
  {
    federation = {},
    output = {},
    quick = false,
    imports,
  }: { federation?: object; output?: object; quick?: boolean; imports?: string } = {},
) {
  for (const [file, text] of Object.entries({ ...files, 'device-console.json': JSON.stringify(descriptionOf(by)) })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  if (imports !== undefined) {
    const used = `import * as used from '${imports}';\n${files['src/warranty.js']}\nconsole.debug(used);\n`;
    writeFileSync(join(folder, 'src/warranty.js'), used);
  }
  const options = {
    name: 'warranty',
    filename: 'remoteEntry.js',
    exposes: { './Warranty': './src/warranty.js' },
    shared: { react: { singleton: true } },
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
