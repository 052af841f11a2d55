// Loads the login page and a command's screen in Chromium, Firefox and WebKit, each in a fresh browser, in turns, and
// compares the medians with Chromium's. Run by hand: npm run bench -- first-load. FIREFOX_PATH and the like name the
// browsers (tooling/lib/programs.ts).
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findChromium } from '../../tooling/lib/chromium.js';
import { findPrograms } from '../../tooling/lib/programs.js';

const ROUNDS = 5;
const root = resolve(import.meta.dirname, '..', '..');

Object.assign(process.env, findPrograms('FIREFOX_PATH', 'WEBKIT_DRIVER_PATH', 'MINIBROWSER_PATH', 'XVFB_PATH'), {
  CHROMIUM_PATH: findChromium(),
});
const outfile = join(root, 'e2e', 'dist', 'engine-loads.mjs');
/** The tools are compiled beside their sources, and find the repository by their own place. */
const compiledTools = {
  name: 'compiled-tools',
  /** @param {import('esbuild').PluginBuild} builder */
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/tooling\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\.ts$/, '.js')),
      external: true,
    })),
};
await build({
  entryPoints: [join(root, 'e2e', 'bench', 'engine-loads.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  plugins: [compiledTools],
});
const { measureEngines } = await import(pathToFileURL(outfile).href);
console.log((await measureEngines(ROUNDS)).join('\n'));
