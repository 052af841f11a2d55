import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveStore } from '../lib/store-server.ts';
import { dist, folder, here, id, keyOf, publish, registry, run, store } from '../test-support/publishing.ts';
import { ended } from '../test-support/run-here.ts';
import { answering, defined } from '../test-support/values.ts';

test('nothing is announced at an address that serves something else, and the refusal says what', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const other = await serveStore({ root: elsewhere, port: 0 });
  try {
    const publishThere = (...more: string[]) => publish('1.0.0', '--origin', other.listeningOrigin, ...more);
    ended(
      await publishThere(),
      1,
      new RegExp(
        String.raw`http:\S+/mf-reports/1\.0\.0-\w+/ does not serve what was to be announced there: ` +
          String.raw`remote\.json answers 404\. Nothing was announced`,
      ),
    );
    const version = defined(readdirSync(join(store(), id))[0]);
    mkdirSync(join(elsewhere, id, version), { recursive: true });
    writeFileSync(join(elsewhere, id, version, 'remote.json'), JSON.stringify({ id: 'mf-admin', version: '2.0.0' }));
    assert.match((await publishThere()).output, /remote\.json is that of another build/);
    cpSync(join(store(), id), join(elsewhere, id), { recursive: true, force: true });
    writeFileSync(join(elsewhere, id, version, 'remoteEntry.100.js'), 'evil');
    assert.match((await publishThere()).output, /remoteEntry\.100\.js has another content than its hash/);
    assert.deepEqual(registry().remotes, []);
    ended(await publishThere('--without-reading-back'), 0, /Not read back from http:\S+: nobody looked\./);
  } finally {
    await other.close();
  }
});

test('an address that does not answer, or lets no page of the console in, is named', async () => {
  ended(
    await publish('1.0.0', '--origin', 'http://127.0.0.1:9'),
    1,
    /http:\/\/127\.0\.0\.1:9\/mf-reports\/\S+ does not answer[^]*--without-reading-back announces it unseen/,
  );
  const closed = await answering((request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end(readFileSync(join(store(), defined(request.url))));
  });
  try {
    ended(
      await publish('1.0.0', '--origin', closed.address),
      1,
      /remoteEntry\.100\.js is sent as text\/plain, which browsers refuse/,
      /remoteEntry\.100\.js is sent without Access-Control-Allow-Origin for http:\S+:\d+, so its pages may not load it/,
    );
  } finally {
    closed.close();
  }
});

test('a console of this machine gets what is published into its store, at whatever PORT it was started', async () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'store'), { recursive: true });
  const own = await serveStore({ root: join(data, 'store'), port: 0 });
  const port = Number(new URL(own.listeningOrigin).port);
  const startedAt = (started: number): void =>
    writeFileSync(join(data, 'console.json'), JSON.stringify({ host: '127.0.0.1', port: started }));
  const publishHere = () =>
    run('publish-remote', [id, ...here(), ...keyOf(id), ...dist('1.0.0'), '--new-registry'], { PORT: '9' });
  const statusHere = () => run('status', here());
  const elsewhere = await serveStore({ root: store(), port: 0 });
  try {
    startedAt(Number(new URL(elsewhere.listeningOrigin).port) - 1);
    assert.match((await publishHere()).output, /remote\.json answers 404/);
    assert.ok(!existsSync(join(data, 'store', 'registry.json')));
    startedAt(port - 1);
    const { code, output } = await publishHere();
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`is live at http://127\\.0\\.0\\.1:${port}/mf-reports/1\\.0\\.0-`));
    assert.match((await statusHere()).output, /mf-reports .* whole$/m);
    await own.close();
    assert.match((await statusHere()).output, /mf-reports .* whole in the store \(the console does not run\)/);
  } finally {
    await own.close();
    await elsewhere.close();
  }
});

test('while the console of this machine does not run, publishing says that nothing was read back', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'console.json'), JSON.stringify({ host: '127.0.0.1', port: 9 }));
  const published = await run('publish-remote', [id, ...here(), ...keyOf(id), ...dist('1.0.0'), '--new-registry']);
  assert.match(
    published.output,
    /Not read back from http:\/\/127\.0\.0\.1:10\/mf-reports\/\S+: the console does not run\./,
  );
});
