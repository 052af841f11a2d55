import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import webpack from 'webpack';
import { maySplit, WholeWorkersPlugin } from '../lib/whole-workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'device-console-workers-'));
after(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);

/** The errors of a build whose page and worker share a module; the page fetches it later. */
function build(worker: string): Promise<readonly string[]> {
  write('page.js', "new Worker(new URL('./worker.js', import.meta.url)); import('./shared.js');");
  write('worker.js', worker);
  write('shared.js', `export const shared = '${'x'.repeat(30_000)}';`);
  return new Promise((resolve, reject) => {
    webpack(
      {
        context: folder,
        mode: 'production',
        entry: './page.js',
        output: { path: join(folder, 'dist') },
        optimization: { splitChunks: { chunks: (chunk) => maySplit(chunk), minSize: 1 } },
        plugins: [new WholeWorkersPlugin()],
      },
      (error, stats) => {
        if (error || !stats) reject(error ?? new Error('no stats'));
        else resolve(stats.compilation.errors.map(({ message }) => message));
      },
    );
  });
}

test('a worker that imports what the page has too is one file', async () => {
  assert.deepEqual(await build("import { shared } from './shared.js'; postMessage(shared);"), []);
});

test('a worker that fetches more is refused by its name', async () => {
  const [error = ''] = await build("import('./shared.js').then(({ shared }) => postMessage(shared));");
  assert.match(error, /A worker of .*page\.js is more than one file/);
});
