import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeBuild } from '../test-support/fake-builds.ts';
import {
  deployed,
  folder,
  here,
  id,
  onlyEntry,
  place,
  publish,
  run,
  status,
  store,
} from '../test-support/publishing.ts';
import { ended } from '../test-support/run-here.ts';
import { defined } from '../test-support/values.ts';

test('status tells an altered entry, an altered file and an unreadable entry, and ends with 1', async () => {
  await publish('1.0.0');
  const file = join(store(), 'registry.json');
  const good = readFileSync(file, 'utf8');

  writeFileSync(file, good.replace('"version": "1.0.0"', '"version": "1.0.9"'));
  ended(await status(), 1, /\(altered\)[^]*mf-reports: its entry was altered after it was signed/);

  const document = JSON.parse(good);
  writeFileSync(
    file,
    JSON.stringify({ ...document, remotes: [...document.remotes, { id: 'mf-x', sequence: 'seven' }] }),
  );
  ended(await status(), 1, /mf-reports +1\.0\.0[^]*mf-x +cannot be read/);

  writeFileSync(file, good);
  writeFileSync(join(store(), id, JSON.parse(good).remotes[0].baseUrl.split('/').at(-2), 'remoteEntry.100.js'), 'evil');
  ended(await status(), 1, /NOT WHOLE[^]*remoteEntry\.100\.js has another content than its hash/);
});

test('status looks at the announced address too, and says of a release that lies in another store', async () => {
  await publish('1.0.0');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  cpSync(join(store(), 'registry.json'), join(elsewhere, 'registry.json'));
  const statusElsewhere = () => status('--to', elsewhere, '--origin', 'http://127.0.0.1:9/');
  ended(await statusElsewhere(), 0, /mf-reports +1\.0\.0 .* whole$/m);
  ended(await status('--to', elsewhere), 0, /mf-reports +1\.0\.0 .*not read: nobody looked/);
  const release = defined(new URL(onlyEntry().baseUrl).pathname.split('/').at(-2));
  rmSync(join(store(), id, release, 'remoteEntry.100.js'));
  ended(await statusElsewhere(), 1, /NOT WHOLE[^]*does not serve what was published: remoteEntry\.100\.js is missing/);
});

test('status tells of another epoch and a near date; --replace publishes a version with other content', async () => {
  assert.equal((await publish('1.0.0')).code, 0);
  const other = ['--dist', writeBuild(folder, id, '1.0.0', 'other')];
  ended(
    await publish('1.0.0', ...other),
    1,
    /mf-reports 1\.0\.0 was published with another content \(sequence 1, .*say --replace/,
  );
  assert.equal((await publish('1.0.0', ...other, '--replace')).code, 0);
  deployed['config.json'].registryEpoch = 3;
  assert.match(
    (await status()).output,
    /mf-reports: its entry is of epoch 1, and config\.json names 3\. Publish it again\./,
  );
  const soon = await run('renew', [id, ...place(), ...here(), '--valid-for', '20']);
  assert.match(soon.output, /mf-reports 1\.0\.0 counts until 20\S+ \(sequence 3\)/);
  const told = await status();
  assert.equal(told.code, 1);
  assert.match(told.output, /mf-reports: its entry expires on 20\S+\. Renew it: npx device-console renew mf-reports\./);
  assert.doesNotMatch(told.output, /epoch/);
  assert.equal((await run('renew', [id, ...place(), ...here()])).code, 0);
  assert.equal((await status()).code, 0);
});
