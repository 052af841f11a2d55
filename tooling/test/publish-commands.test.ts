import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listedKey, signatureState } from '../lib/publishing/keys.ts';
import { previewProof, readPreviewLink } from '../lib/publishing/rules.ts';
import { serveStore } from '../lib/store-server.ts';
import { storeToken, teamKey, writeTokens } from '../test-support/fake-builds.ts';
import {
  consoleServer,
  deployed,
  dist,
  folder,
  here,
  id,
  keyOf,
  onlyEntry,
  place,
  publish,
  registry,
  reportDate,
  run,
  runAlone,
  staticServer,
  status,
  store,
} from '../test-support/publishing.ts';
import { ended } from '../test-support/run-here.ts';
import { defined } from '../test-support/values.ts';

test('publish, canary, promote, rollback and status from a terminal', async () => {
  ended(
    await publish('1.0.0'),
    0,
    /mf-reports 1\.0\.0 is live at http:\/\/127\.0\.0\.1:\d+\/mf-reports\/1\.0\.0-[0-9a-f]{16}\/ \(sequence 1\)/,
  );
  assert.match((await publish('1.0.0')).output, /mf-reports is unchanged/);
  assert.match(
    (await run('canary', [id, '--share', '0.1', '--roles', 'ADMIN', ...place(), ...here(), ...dist('1.1.0')])).output,
    /1\.1\.0 is the canary for 10 % of operators, and for ADMIN \(sequence 2\); 1\.0\.0 stays live/,
  );
  ended(
    await status(),
    0,
    /mf-reports +1\.0\.0 +2 +20\S+ +20\S+ +1\.1\.0 \(10 %, ADMIN\) +- +key-\w+ +whole in the store \(nobody looked\)/,
  );
  assert.match((await status('--origin', staticServer.listeningOrigin)).output, /key-\w+ +whole$/m);
  assert.match(
    (await run('canary', [id, '--promote', ...place(), ...here()])).output,
    /1\.1\.0 is live for everybody \(sequence 3\)/,
  );
  assert.match(
    (await run('rollback', [id, ...place(), ...here()])).output,
    /back at version 1\.0\.0, live at \S+ \(sequence 4\)/,
  );
  ended(
    await run('rollback', [id, '--to-version', '3.0.0', ...place(), ...here()]),
    1,
    /no other version 3\.0\.0 than the live one\. It knows 1\.1\.0/,
  );
});

test('a preview for accounts and by link is signed beside what is live, names nobody, and ends', async () => {
  const args = [...place(), ...here()];
  const to = ['--accounts', 'Tester@example.com,other@example.com', '--link', '--days', '2'];
  ended(await run('preview', [id, ...to, ...args, ...dist('1.1.0')]), 1, /Publish it first/);
  await publish('1.0.0');
  const { output } = await run('preview', [id, ...to, ...args, ...dist('1.1.0')]);
  const who = 'tester@example.com and other@example.com, and whoever opens its link';
  assert.ok(output.includes(`1.1.0 can be tried by ${who} until `), output);
  const { id: named, code } = defined(readPreviewLink(new URL(defined(output.match(/^http\S+$/m)?.[0])).hash));
  const { preview, declaration, canary } = onlyEntry();
  const { publishedAt, until, accounts, link } = defined(preview);
  assert.deepEqual([named, declaration.version, canary], [id, '1.0.0', null]);
  assert.equal(Date.parse(until) - Date.parse(publishedAt) >= 2 * 86_400_000 - 60_000, true);
  assert.equal(link, await previewProof(id, publishedAt, code));
  assert.equal(defined(accounts)[0], await previewProof(id, publishedAt, 'tester@example.com'));
  assert.doesNotMatch(JSON.stringify(registry()), /@example\.com/);
  assert.equal(signatureState(onlyEntry(), deployed['config.json'].registryKeys), 'valid');
  ended(await status(), 0, /1\.1\.0 \(2 accounts, by link, until 20\S+\)/);
  await run('canary', [id, '--share', '0.5', ...args, ...dist('1.2.0')]);
  await publish('1.3.0');
  assert.deepEqual(
    [onlyEntry().canary?.declaration.version, onlyEntry().preview?.declaration.version],
    ['1.2.0', '1.1.0'],
  );
  ended(await run('rollback', [id, ...args]), 0, /back at version 1\.0\.0/);
  ended(await run('preview', [id, '--stop', ...args]), 0, /preview of mf-reports is over; all have 1\.0\.0/);
  assert.deepEqual([onlyEntry().preview, onlyEntry().canary?.declaration.version], [undefined, '1.2.0']);
  ended(await run('preview', [id, '--stop', ...args]), 1, /has no preview/);
  await run('preview', [id, '--link', ...args, ...dist('1.4.0')]);
  await publish('1.4.0');
  assert.equal(onlyEntry().preview, undefined, 'what is live for all is no preview');
});

test('who would get a canary is told, and nothing is published', async () => {
  const who = ['--who', 'operator@example.com,viewer@example.com', ...place(), ...here()];
  const { output } = await run('canary', [id, '--share', '1', ...who]);
  assert.match(output, /operator@example\.com gets it\.\nviewer@example\.com gets it\./);
  const least = /operator@example\.com does not get it, unless it is ADMIN: a share of (0\.\d+) reaches it/;
  const few = await run('canary', [id, '--share', '0.0001', '--roles', 'ADMIN', ...who]);
  const enough = defined(few.output.match(least)?.[1]);
  assert.match((await run('canary', [id, '--share', enough, ...who])).output, /operator@example\.com gets it/);
  assert.deepEqual(registry().remotes, []);
});

test('the same against a store behind HTTP, whose token comes from the environment', async () => {
  const server = await serveStore({ root: store(), port: 0, tokensFile: writeTokens(folder, { [storeToken]: [id] }) });
  try {
    const args = [id, '--to', server.listeningOrigin, ...keyOf(id), ...here(), ...dist('1.0.0')];
    ended(await runAlone('publish-remote', args, { STORE_TOKEN: 'wrong' }), 1, /set STORE_TOKEN/);
    ended(await runAlone('publish-remote', args, { STORE_TOKEN: storeToken }), 0);
    const { baseUrl } = onlyEntry();
    assert.ok(baseUrl.startsWith(`${server.listeningOrigin}/${id}/`));
    assert.equal((await fetch(`${baseUrl}remoteEntry.100.js`)).status, 200);
  } finally {
    await server.close();
  }
});

test('publishing refuses what the console would refuse, and does it all the same when told', async () => {
  const newer = [id, ...place(), ...here(), ...dist('2.0.0', { contract: { ui: '^1.4.0' } })];
  const refused = await run('publish-remote', newer);
  assert.equal(refused.code, 3);
  assert.match(refused.output, /The console must be upgraded\.\nNothing was published\./);
  assert.deepEqual(registry().remotes, []);
  const published = await run('publish-remote', [...newer, '--even-if-refused']);
  assert.equal(published.code, 0, published.output);
  ended(await status(), 1, /mf-reports: It needs @device-console\/shared-lib\/ui \^1\.4\.0/);

  deployed['config.json'].registryKeys = [];
  for (const insisting of [[], ['--even-if-refused']]) {
    ended(
      await publish('1.0.1', ...insisting),
      3,
      /does not list key-\w+ for mf-reports in registryKeys[^]*Nothing was published\.\s*$/,
    );
  }
  assert.equal(onlyEntry().declaration.version, '2.0.0');
});

test('a store whose registry is gone gets no other one, unless a new one is asked for', async () => {
  rmSync(join(store(), 'registry.json'));
  ended(await publish('1.0.0'), 1, /holds no registry\.json\. Restore it from a backup[^]*Nothing was published/);
  assert.throws(registry, /ENOENT/);
  assert.equal((await publish('1.0.0', '--new-registry')).code, 0);
  assert.equal((await publish('1.0.1')).code, 0);

  deployed['config.json'].registryKeys.push(listedKey(teamKey(folder, 'mf-admin'), ['mf-admin']));
  ended(await status(), 1, /mf-admin: config\.json lists a key for it, and the registry has no entry of it\./);
});

test('a clock that is far from that of the servers dates no publication', async () => {
  for (const [days, words] of [
    [400, 'behind'],
    [-365, 'ahead of'],
  ] as [number, string][]) {
    reportDate(new Date(Date.now() + days * 86_400_000));
    const { code, output } = await publish('1.0.0');
    assert.equal(code, 1);
    const told = `The clock of this computer is ${words} that of ${consoleServer.address}, which says 20`;
    assert.ok(output.includes(told), output);
  }
  assert.deepEqual(registry().remotes, []);
  reportDate(new Date(Date.now() + 120_000));
  assert.equal((await publish('1.0.0')).code, 0);
});

test('wrong use ends with 2 and says how it is used', async () => {
  const wrong: [string, string[], string][] = [
    ['publish-remote', ['mf-none'], 'Name the remote: mf-'],
    ['publish-remote', [id, '--keep', '0'], '--keep is a whole number from 1'],
    ['renew', [id, '--valid-for', '4000'], '--valid-for is a whole number from 1 to 1095, not "4000"'],
    ['renew', [id, '--valid-for', 'long'], '--valid-for is a whole number from 1'],
    ['renew', [id, 'more'], '"more" is one argument too many'],
    ['publish-remote', [id, '--nonsense'], 'nonsense'],
    ['canary', [id], 'Say who gets it'],
    ['watch-canaries', [], 'Name the console and the key that withdraws'],
    ['watch-canaries', ['--console', 'http://localhost:9', '--key', 'x.pem'], 'FIGURES_KEY is not set'],
    ['stack', [], 'Name <remote>: whose stack it is, or shell'],
    ['canary', [id, '--share', '2'], '--share is a number from 0 to 1'],
    ['canary', [id, '--share', '1', '--who', 'me'], '"me" is no e-mail address'],
    ['preview', [id], 'Say who tries it, or that it ends'],
    ['preview', [id, '--link', '--stop'], 'Say who tries it, or that it ends'],
    ['preview', [id, '--accounts', 'me'], '"me" is no e-mail address'],
    ['preview', [id, '--link', '--days', '15'], '--days is a whole number from 1 to 14'],
    ['canary', [id, '--roles', 'KING'], 'There is no role "KING"'],
  ];
  for (const [script, args, words] of wrong) {
    const { code, output } = await run(script, args);
    assert.equal(code, 2, output);
    assert.ok(output.includes(words) && output.includes('npx device-console '), output);
  }
});
