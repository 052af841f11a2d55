// Writes the table of environment variables into README.md, from the schema in src/configuration/variables.ts.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const readme = new URL('README.md', import.meta.url);
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('src/configuration/environment-table.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  // The schema's modules come with the drivers of databases, which ask for modules as CommonJS does.
  banner: {
    js:
      "import { createRequire } from 'node:module';" +
      `const require = createRequire(${JSON.stringify(import.meta.url)});`,
  },
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { environmentTable } = await import(`data:text/javascript;base64,${code}`);
const text = await readFile(readme, 'utf8');
await writeFile(
  readme,
  text.replace(/^\| variable \|[^]*?(?=\n\n)/m, () => environmentTable()),
);
