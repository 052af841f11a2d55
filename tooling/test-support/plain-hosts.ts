// A remote of this console, and two hosts that know nothing of the console: one uses the library's build plugin, one
// only its runtime. Both load the remote by its manifest, provide React and the library's runtime, and show its screen.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { runBundler } from '../lib/bundler.ts';
import { buildSmall, smallRemote } from './small-remote.ts';

/** The address at which the hosts' pages find the remote's manifest. */
const manifest = 'http://small.test/mf-manifest.json';

const screen = {
  'src/screen.tsx': `
import { lazy, Suspense, useState } from 'react';
import classes from './screen.module.css';
const Terms = lazy(() => import('./terms.tsx'));
export function Screen() {
  const [title] = useState('A screen of the console');
  return <section className={classes['screen']}><h1>{title}</h1><Suspense><Terms /></Suspense></section>;
}`,
  'src/screen.module.css': '.screen { color: rgb(1, 2, 3); }',
  'src/terms.tsx': 'export default function Terms() { return <p>What it loads later</p>; }',
};

/** Written like a host's compiled JSX: a plugin provides only what its host uses. */
const show = `
import { StrictMode } from 'react';
import { jsx } from 'react/jsx-runtime';
import { createRoot } from 'react-dom/client';
export const show = ({ Screen }) =>
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    jsx(StrictMode, { children: jsx(Screen, {}) }),
  );`;

const sources = {
  'show.js': show,
  'by-plugin.js': "import('./page.js');",
  'page.js': "import { show } from './show.js';\nimport('small/one').then(show);",
  'by-runtime.js': `
import { createInstance } from '@module-federation/enhanced/runtime';
import externalRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { show } from './show.js';
const shared = (lib) => ({
  version: react.version,
  lib: () => lib,
  shareConfig: { singleton: true, requiredVersion: '^' + react.version },
});
createInstance({
  name: 'by_runtime',
  remotes: [{ name: 'small', entry: '${manifest}' }],
  shared: { react: shared(react), 'react/jsx-runtime': shared(jsxRuntime) },
  plugins: [externalRuntime()],
})
  .loadRemote('small/one')
  .then(show);`,
};

/** Builds them in `folder`: the remote in `remote`, the hosts `by-plugin.js` and `by-runtime.js` in `hosts`. */
export async function plainHosts(folder: string) {
  const small = smallRemote(screen);
  try {
    const { faults, dist } = await buildSmall(small, { by: 'rspack' });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    cpSync(dist, join(folder, 'remote'), { recursive: true });
  } finally {
    small.close();
  }
  mkdirSync(join(folder, 'sources'), { recursive: true });
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, 'sources', file), text);
  const federation = {
    name: 'by_plugin',
    remotes: { small: `small@${manifest}` },
    shared: { react: { singleton: true }, 'react/jsx-runtime': { singleton: true } },
    experiments: { provideExternalRuntime: true },
    manifest: false,
    dts: false,
  };
  for (const [entry, plugins] of Object.entries({
    'by-plugin': [new ModuleFederationPlugin(federation)],
    'by-runtime': [],
  })) {
    const stats = await runBundler(
      rspack({
        mode: 'production',
        context: join(folder, 'sources'),
        entry: { [entry]: `./${entry}.js` },
        output: { path: join(folder, 'hosts'), uniqueName: entry },
        optimization: { minimize: false },
        plugins,
      }),
    );
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  }
}
