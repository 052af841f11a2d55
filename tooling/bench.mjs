// `npm run bench`: what is measured side by side in one run, as ratios, and the bytes of the login page.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installIfMissing } from './lib/install.mjs';
import { rootDir } from './lib/paths.mjs';

installIfMissing();
const { buildIfChanged } = await import('./lib/build-if-changed.mjs');

for (const folder of readdirSync(rootDir).map((name) => join(rootDir, name, 'bench')).filter((path) => existsSync(path))) {
  for (const script of readdirSync(folder).filter((name) => name.endsWith('.mjs'))) {
    console.log(`\n=== ${script}`);
    const { status } = spawnSync(process.execPath, [join(folder, script)], { cwd: rootDir, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

await buildIfChanged([{ name: 'shell', script: '../tooling/build.mjs' }], console.log);
const dist = join(rootDir, 'shell', 'dist');
const page = readFileSync(join(dist, 'index.html'), 'utf8');
const files = [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file]) => join(dist, file));
const gzipped = files.reduce((total, file) => total + gzipSync(readFileSync(file)).length, 0);
const plain = files.reduce((total, file) => total + statSync(file).size, 0);
console.log(`\n=== login page, script and style\n${(gzipped / 1000).toFixed(1)} kB gzip (${(plain / 1000).toFixed(0)} kB plain) in ${files.length} files; target 150 kB`);
