import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { buildSync } from 'esbuild';
import { readBuild } from '../lib/publishing/build-files.ts';
import { readableStack } from '../lib/publishing/readable-stack.ts';
import { publishBuild } from '../lib/publishing/releases.ts';
import { mapsOf } from '../lib/publishing/store.ts';
import { urlStore } from '../lib/publishing/url-store.ts';
import { rootDir, toolingDir } from '../lib/paths.mjs';
import {
  buildOf,
  publisherOf,
  storeToken,
  targetKinds,
  targetOn,
  workshop,
  writeBuild,
} from '../test-support/fake-builds.ts';
import { answering, defined } from '../test-support/values.ts';

let made: ReturnType<typeof workshop>;
beforeEach(() => {
  made = workshop();
});
afterEach(() => made.close());

for (const [kind, makeTarget] of Object.entries(targetKinds)) {
  test(`a ${kind} store keeps a build's source maps apart from its files, and with it as many as builds`, async () => {
    const { target, close } = await makeTarget(made.folder);
    try {
      const by = publisherOf(made.folder, 'mf-a', { keep: 1 });
      const publish = async (version: string, code: string): ReturnType<typeof publishBuild> =>
        publishBuild({ target, id: 'mf-a', by, build: await buildOf(made.folder, 'mf-a', version, code) });
      const folderOf = ({ baseUrl }: { baseUrl: string }): string => defined(baseUrl.split('/').at(-2));
      const first = folderOf(await publish('1.0.0', 'one'));
      const map = `${mapsOf('mf-a', first)}/remoteEntry.one.js.map`;
      assert.equal(String(await target.store.readBytes(map)), '{}');
      assert.equal(await target.store.readBytes(`mf-a/${first}/remoteEntry.one.js.map`), null);
      await publish('1.1.0', 'two');
      // Over HTTP nothing is deleted.
      assert.equal(existsSync(join(made.folder, 'store', map)), kind === 'URL');
    } finally {
      await close();
    }
  });
}

test('no source map is put where everybody could read it, and the publisher is told', async () => {
  const files: Map<string | undefined, Buffer> = new Map();
  const open = await answering((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        if (request.method === 'PUT') files.set(request.url, Buffer.concat(chunks));
        const found = files.get(request.url);
        response.writeHead(found ? 200 : 404, { ETag: `"${request.url?.length}${found?.length}"` }).end(found);
      });
  });
  try {
    const store = urlStore(open.address, storeToken);
    const warnings: string[] = [];
    await publishBuild({
      target: targetOn(store),
      id: 'mf-a',
      build: await buildOf(made.folder, 'mf-a', '1.0.0', 'one'),
      by: { ...publisherOf(made.folder, 'mf-a'), tell: (text) => warnings.push(text) },
    });
    assert.match(warnings.join('\n'), /shows source-maps\/ to everybody, so no source maps were kept/);
    assert.deepEqual(
      [...files.keys()].filter((path) => path?.endsWith('.map')),
      [],
    );
    assert.ok(files.has('/registry.json'));
  } finally {
    open.close();
  }
});

describe('a reported stack', () => {
  const source = `
export function lookUp(rows: readonly string[] | undefined): number {
  const found = rows as readonly string[];
  return found.length;
}
export function onPress(): number {
  return lookUp(undefined) + 1;
}
`;

  /** Builds the source as a minified script with a map, runs it, and returns the stack as a browser would report it. */
  async function thrown(distDir: string, publicUrl: string): Promise<string> {
    writeFileSync(join(made.folder, 'screen.ts'), source);
    const outfile = join(distDir, 'remoteEntry.one.js');
    buildSync({
      entryPoints: [join(made.folder, 'screen.ts')],
      outfile,
      minify: true,
      bundle: true,
      format: 'esm',
      sourcemap: 'external',
      logLevel: 'error',
    });
    const { onPress } = await import(pathToFileURL(outfile).href);
    try {
      onPress();
    } catch (error) {
      assert.ok(error instanceof Error && error.stack);
      return error.stack.split('\n').slice(1, 3).join('\n').replaceAll(pathToFileURL(outfile).href, publicUrl);
    }
    throw new Error('nothing was thrown');
  }

  test("becomes readable by the command, from the store's folder and over HTTP with the token", async () => {
    const { target, address, close } = await targetKinds.URL(made.folder);
    try {
      const distDir = writeBuild(made.folder, 'mf-a', '1.0.0', 'one');
      const published = await readBuild(distDir, 'mf-a');
      const url = `http://store.example/mf-a/${published.folder}/remoteEntry.one.js`;
      const stack = await thrown(distDir, url);
      const maps = new Map([['remoteEntry.one.js.map', readFileSync(join(distDir, 'remoteEntry.one.js.map'))]]);
      await publishBuild({ target, id: 'mf-a', by: publisherOf(made.folder, 'mf-a'), build: { ...published, maps } });
      assert.doesNotMatch(stack, /lookUp|screen\.ts/);

      const run = (to: string, input: string = stack, env: Record<string, string> = {}): SpawnSyncReturns<string> =>
        spawnSync(process.execPath, [join(toolingDir, 'stack.js'), 'mf-a', '--to', to], {
          cwd: rootDir,
          encoding: 'utf8',
          input,
          env: { ...process.env, ...env },
        });
      const fromFolder = run(join(made.folder, 'store'));
      assert.equal(fromFolder.status, 0, fromFolder.stderr);
      const [top, next] = fromFolder.stdout.trim().split('\n');
      assert.match(defined(top), /^ *at (\w+ \()?\S*screen\.ts:4:\d+\)?$/);
      assert.match(defined(next), /^ *at (\w+ \()?\S*screen\.ts:7:\d+\)?$/);
      assert.equal(
        (await readableStack(stack, async () => String(maps.get('remoteEntry.one.js.map')))).trim(),
        fromFolder.stdout.trim(),
      );
      const withoutToken = run(join(made.folder, 'store'), 'at x (http://store.example/mf-a/0.0.0-ff/gone.js:1:2)');
      assert.equal(withoutToken.status, 1);
      assert.match(withoutToken.stderr, /keeps no source map of a file of this stack/);
      await overHttp(defined(address), stack, fromFolder.stdout);
    } finally {
      await close();
    }
  });

  /** The server runs in this process and would not answer while it waits for another one. So the map is read here. */
  async function overHttp(address: string, stack: string, expected: string): Promise<void> {
    const mapOf =
      (token: string | undefined): ((url: string) => Promise<string | null>) =>
      async (url) => {
        const [folder = '', file] = new URL(url).pathname.split('/').slice(-2);
        return (
          (await urlStore(address, token).readBytes(`${mapsOf('mf-a', folder)}/${file}.map`))?.toString('utf8') ?? null
        );
      };
    assert.equal((await readableStack(stack, mapOf(storeToken))).trim(), expected.trim());
    assert.equal(await readableStack(stack, mapOf(undefined)), stack);
  }

  test('keeps what it cannot read as it is, and no address leads out of the maps', async () => {
    const asked: string[] = [];
    const text = 'at a (http://s/x/../../secret.js:1:2)\nsomething else\nat http://s/b.js:3:4';
    assert.equal(await readableStack(text, async (url) => (asked.push(url), null)), text);
    assert.deepEqual(asked, ['http://s/x/../../secret.js', 'http://s/b.js']);
  });
});
