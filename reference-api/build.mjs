// Bundles the server and the CLI, or the files named after the folder, into dist/*.mjs; npm packages stay outside, the
// workspace's own sources go in. With --whole packages go in too, save native ones: tests start it often.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies, devDependencies } = JSON.parse(await readFile(here('package.json'), 'utf8'));
const packages = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !name.startsWith('@device-console/'),
);

/** Packages of machine code, which no bundle can hold, and one that is not installed. */
const native = ['@node-rs/argon2', 'libsql', 'pg-native'];

const args = process.argv.slice(2);
const [folder, ...named] = args.filter((arg) => arg !== '--whole');
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
  external: args.includes('--whole') ? native : packages,
  // Bundled CommonJS packages ask for Node's own modules by require.
  banner: {
    js:
      "import { createRequire as createBundleRequire } from 'node:module';\nconst require = " +
      'createBundleRequire(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;',
  },
});
