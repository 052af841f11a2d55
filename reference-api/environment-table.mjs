// Writes the table of environment variables into README.md, from src/app/configuration/variables.ts.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const readme = new URL('README.md', import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(await readFile(here('package.json'), 'utf8'));
const outfile = here('.cache/environment-table.mjs');
await build({
  entryPoints: [here('src/app/configuration/environment-table.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@device-console/')),
});
const { environmentTable } = await import(outfile);
const text = await readFile(readme, 'utf8');
await writeFile(
  readme,
  text.replace(/^\| variable \|[^]*?(?=\n\n)/m, () => environmentTable()),
);
