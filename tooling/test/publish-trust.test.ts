// Which contents of a store a publisher trusts, and which paths a store refuses to everybody.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { folderStore } from '../lib/publishing/folder-store.ts';
import { type HistoryDocument, type HistoryItem, readHistory } from '../lib/publishing/history.ts';
import { signatureState, signEntry } from '../lib/publishing/keys.ts';
import { buildOf, publisherOf } from '../test-support/fake-builds.ts';
import { id, eachWithOneRemote } from '../test-support/one-remote.ts';
import { defined } from '../test-support/values.ts';

const one = eachWithOneRemote();

describe('a history that no known key signed', () => {
  const item = (more: Partial<HistoryItem>): HistoryItem => ({
    sequence: 1,
    version: '0.9.0',
    folder: '0.9.0-0123456789abcdef',
    publishedAt: '2026-01-01T00:00:00Z',
    what: 'published',
    keyId: 'x',
    ...more,
  });
  const forge = (items: HistoryItem[]): Promise<void> =>
    one.change('history/mf-a.json', (value) => {
      const before = value as HistoryDocument | null;
      return { ...before, schemaVersion: 1, id, entries: [...items, ...(before?.entries ?? [])] };
    });

  test('deletes nothing outside of the store, nor what another remote has there', async () => {
    const outside = join(one.folder, 'x');
    mkdirSync(outside);
    const other = publisherOf(one.folder, 'mf-b');
    await one.publish('1.0.0', 'b', {}, { ...other, id: 'mf-b' });
    const [theirs] = readdirSync(join(one.folder, 'store', 'mf-b'));
    const leading = ['../../x', '..', '.', '', `../mf-b/${theirs}`, '/tmp', '../registry.json'];
    one.by.keep = 1;
    await one.publish('1.0.0', 'one');
    await forge(leading.map((path, index) => item({ sequence: index + 10, folder: path })));
    await one.publish('1.1.0', 'two');
    // Not even if the team's own key signed it.
    const signed = signEntry(
      { schemaVersion: 1, id, entries: leading.map((path, index) => item({ sequence: index + 20, folder: path })) },
      one.by.key,
    );
    await one.change('history/mf-a.json', () => signed);
    await one.publish('1.2.0', 'three');
    assert.ok(
      existsSync(outside) &&
        existsSync(join(one.folder, 'store', 'mf-b', defined(theirs))) &&
        existsSync(join(one.folder, 'store', 'registry.json')),
    );
  });

  test('gives no number, and is begun anew with words', async () => {
    const told: string[] = [];
    one.by.tell = (text) => told.push(text);
    await one.publish('1.0.0', 'one');
    await forge([item({ sequence: 999_999 })]);
    assert.equal((await one.publish('1.1.0', 'two')).entry.sequence, 2);
    assert.deepEqual(told, [
      `history/mf-a.json of ${one.target.store.name} was altered after it was signed, so nothing of it is gone by. ` +
        'It begins anew with this publication.',
    ]);
    const { entries, doubt } = await readHistory(one.target.store, id, one.keys());
    assert.deepEqual([entries.map(({ sequence }) => sequence), doubt], [[1, 2], null]);
  });

  test('names no build to go back to, which a key would then vouch for', async () => {
    await one.publish('1.0.0', 'one');
    const evil = await buildOf(one.folder, id, '0.9.0', 'evil');
    await one.target.store.addVersion(`${id}/${evil.folder}`, evil.files);
    await forge([item({ folder: evil.folder })]);
    await assert.rejects(
      one.back(),
      new RegExp(
        String.raw`history/mf-a\.json of .* was altered after it was signed, so nothing of it is gone by\. ` +
          String.raw`Publish the wanted build with --dist\.`,
      ),
    );
    await one.change('history/mf-a.json', (value) => ({ ...(value as HistoryDocument), signature: null }));
    await assert.rejects(one.back(), /is not signed/);
  });
});

test('the next number is never that of an entry that nobody vouches for, far from what is known', async () => {
  await one.publish('1.0.0', 'one');
  await one.changeCurrent((entry) => ({ ...entry, sequence: Number.MAX_SAFE_INTEGER - 1 }));
  const { entry } = await one.publish('1.1.0', 'two');
  assert.equal(entry.sequence, 2);
  assert.equal(signatureState(entry, one.keys()), 'valid');
  // Browsers may have accepted a number close by: a colleague's, whose key is not known here.
  await one.changeCurrent((altered) => ({ ...altered, sequence: 7 }));
  assert.equal((await one.publish('1.2.0', 'three')).entry.sequence, 8);
});

describe('a store in a folder', () => {
  test('lets no path lead out of it, whoever asks', async () => {
    const store = folderStore(join(one.folder, 'store'));
    const files = new Map([['x.js', Buffer.from('x')]]);
    writeFileSync(join(one.folder, 'secret.txt'), 'secret');
    for (const path of ['../evil', 'a/../../evil', '/tmp/evil', '.hidden', 'a//b', '']) {
      await assert.rejects(store.addVersion(path, files), /is no place in the store/, path);
      await assert.rejects(store.addFile(path, Buffer.from('x')), /is no place in the store/);
      await assert.rejects(store.replace(path, '{}', null), /is no place in the store/);
    }
    assert.equal(await store.readBytes('../secret.txt'), null);
    await store.addVersion('mf-a/1.0.0-0123456789abcdef', files);
    assert.deepEqual(
      await store.prune(['mf-a'], async () => ['mf-a/../../secret.txt', 'mf-a/..', 'mf-a/.', 'mf-b/1']),
      [],
    );
    assert.deepEqual(readdirSync(one.folder).sort(), ['keys', 'secret.txt', 'store']);
  });

  test('takes no build whose version leads elsewhere, nor a file that no remote consists of', async () => {
    for (const version of ['../../mf-b/1.0.0', '', 'latest', '1.0.0/x']) {
      await assert.rejects(
        buildOf(one.folder, id, version, `x${version.length}`),
        /is no version such as 1\.2\.0/,
        version,
      );
    }
    const page = await buildOf(one.folder, id, '1.0.0', 'page').then(() => join(one.folder, `dist-${id}-1.0.0-page`));
    writeFileSync(join(page, 'evil.html'), '<script></script>');
    const { readBuild } = await import('../lib/publishing/build-files.ts');
    await assert.rejects(
      readBuild(page, id),
      new RegExp(
        String.raw`holds evil\.html\. A remote is published with files of plain names that end with js, ` +
          String.raw`mjs, css, .*, and nothing else`,
      ),
    );
  });
});
