// A host that knows of this console what docs/other-hosts.md says: plain webpack, the library's runtime, and
// shared-lib/host. It shows screens of our remotes as they are published, by their manifests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { classNames, plainStyles } from '../lib/build-base.ts';
import { runBundler } from '../lib/bundler.ts';
import { rootDir } from '../lib/paths.mjs';

const require = createRequire(import.meta.url);

/** The manifests of the remotes, by name, and what the host's page reads of the API. */
export type Given = { remotes: Record<string, string>; config: object };

const pageOf = ({ remotes, config }: Given): string => `
import { createInstance } from '@module-federation/enhanced/runtime';
import externalRuntime from '@module-federation/inject-external-runtime-core-plugin';
import { createHost, sharedModules } from '@device-console/shared-lib/host';
import sharedLib from '@device-console/shared-lib/package.json';
import '@device-console/shared-lib/ui/global.css';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Routes } from '@device-console/shared-lib/router';

const federation = createInstance({
  name: 'other_host',
  remotes: ${JSON.stringify(Object.entries(remotes).map(([name, entry]) => ({ name, entry })))},
  shared: sharedModules(sharedLib.version),
  shareStrategy: 'loaded-first',
  plugins: [externalRuntime()],
});

function SignIn({ host }) {
  const submit = (event) => {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.target));
    void host.signIn({ email, password });
  };
  return createElement('form', { onSubmit: submit },
    createElement('label', {}, 'E-mail ', createElement('input', { name: 'email' })),
    createElement('label', {}, 'Password ', createElement('input', { name: 'password', type: 'password' })),
    createElement('button', {}, 'Enter'));
}

function Remote({ host, name, remoteId, screenId }) {
  const [Screen, setScreen] = useState(null);
  useEffect(() => {
    void federation.loadRemote(name + '/' + screenId).then((module) => setScreen(() => module.Screen));
  }, []);
  return createElement(host.Screen, { remoteId, signedOut: createElement(SignIn, { host }) },
    Screen && createElement(Screen, { screenId }));
}

createHost({
  config: ${JSON.stringify(config)},
  deviceActions: [{
    id: 'mf-commands/lock', title: 'Lock Device', order: 1, path: 'lockDevice', permission: 'Lock Device',
    audiences: ['standard'],
  }],
}).then((host) => createRoot(document.body.appendChild(document.createElement('main'))).render(
  createElement(host.Console, {},
    createElement(Routes, {},
      createElement(Route, { path: '/lockDevice', element:
        createElement(Remote, { key: 'lock', host, name: 'commands', remoteId: 'mf-commands', screenId: 'lock' }) }),
      createElement(Route, { path: '*', element:
        createElement(Remote, {
          key: 'look-up', host, name: 'devices', remoteId: 'mf-devices', screenId: 'device-details',
        }) })))));
`;

/** Builds the host into `folder`: `host.js`, `host.css` and what they load. */
export async function consoleHost(folder: string, given: Given): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page.js'), pageOf(given));
  const compileScripts = {
    test: /\.tsx?$/,
    loader: require.resolve('ts-loader'),
    options: {
      transpileOnly: true,
      configFile: join(rootDir, 'shared-lib', 'tsconfig.json'),
      compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false },
    },
  };
  const { loader } = MiniCssExtractPlugin;
  const stats = await runBundler(
    webpack({
      mode: 'production',
      context: folder,
      entry: { host: './page.js' },
      output: {
        path: join(folder, 'dist'),
        uniqueName: 'other_host',
        publicPath: '/other-host/',
        filename: '[name].js',
      },
      resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
      module: {
        rules: [
          compileScripts,
          { test: /\.module\.css$/, use: [loader, classNames('other', 'local')] },
          { test: /\.css$/, exclude: /\.module\.css$/, use: [loader, plainStyles] },
        ],
      },
      optimization: { minimize: false },
      plugins: [new MiniCssExtractPlugin({ filename: '[name].css' })],
      performance: false,
    }),
  );
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
}
