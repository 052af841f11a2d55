// Bundles the server and the CLI, or the files named after the folder, into dist/*.mjs; npm packages stay outside, the
// workspace's own sources go in.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies, devDependencies } = JSON.parse(await readFile(here('package.json'), 'utf8'));
const external = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !name.startsWith('@device-console/'),
);

const [folder, ...named] = process.argv.slice(2);
const entries = named.length > 0 ? named : ['src/server.ts', 'src/cli.ts'];

await build({
  entryPoints: entries.map((entry) => here(entry)),
  outdir: folder ?? here('dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  external,
  // Bundled CommonJS packages ask for Node's own modules by require.
  banner: {
    js:
      "import { createRequire as createBundleRequire } from 'node:module';\nconst require = " +
      'createBundleRequire(import.meta.url);',
  },
});
