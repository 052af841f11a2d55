import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readBuild } from '../lib/publishing/build-files.ts';
import { folderStore } from '../lib/publishing/folder-store.ts';
import { type HistoryItem, addToHistory, readHistory } from '../lib/publishing/history.ts';
import { listedKey, makeKey, signatureState, signEntry } from '../lib/publishing/keys.ts';
import { endCanary, publishBuild, publishCanary, rollBack } from '../lib/publishing/releases.ts';
import { type RegistryDocument, changeEntry, PublishedMeanwhile, readRegistryOf } from '../lib/publishing/registry.ts';
import { documentText, readDocument } from '../lib/publishing/store.ts';
import { buildOf, publisherOf, targetKinds, teamKey, workshop, writeBuild } from '../test-support/fake-builds.ts';
import { entryOf as fakeEntry } from '../test-support/fake-entries.ts';
import { defined } from '../test-support/values.ts';
import type { Publisher } from '../lib/publishing/commit.ts';
import type { Target } from '../lib/publishing/targets.ts';

type Audience = Pick<Parameters<typeof publishCanary>[0], 'share' | 'roles'>;

for (const [kind, makeTarget] of Object.entries(targetKinds)) {
  describe(`a ${kind} store`, () => {
    let folder: string;
    let target: Target;
    let end: () => Promise<void>;
    beforeEach(async () => {
      const made = workshop();
      ({ folder } = made);
      const opened = await makeTarget(folder);
      ({ target } = opened);
      end = async () => {
        await opened.close();
        made.close();
      };
    });
    afterEach(() => end());

    /** Direct access to the store's folder, which no token gives. */
    const onDisk = () => folderStore(join(folder, 'store'));
    const entries = async () => (await readRegistryOf(target.store)).document.remotes.map((entry) => defined(entry));
    const entryOf = async (id: string) => (await readRegistryOf(target.store, id)).current;
    const publishCode = async (id: string, version: string, code: string, by: Publisher = publisherOf(folder, id)) =>
      publishBuild({ target, id, by, build: await buildOf(folder, id, version, code) });
    const keysOf = (id: string): ReturnType<typeof listedKey>[] => [listedKey(teamKey(folder, id), [id])];
    const changes = async (id: string): Promise<string[]> =>
      (await readHistory(target.store, id, keysOf(id))).entries.map(
        ({ sequence, version, what }) => `${sequence} ${version} ${what}`,
      );

    test('changes its own entry alone, signed, with a sequence that goes up', async () => {
      await publishCode('mf-a', '1.0.0', 'one');
      await publishCode('mf-b', '1.0.0', 'two');
      const [, other] = await entries();
      await publishCode('mf-a', '1.1.0', 'three');
      const after = await entries();
      assert.deepEqual(
        after.map(({ id, sequence }) => [id, sequence]),
        [
          ['mf-a', 2],
          ['mf-b', 1],
        ],
      );
      assert.deepEqual(after[1], other);
      assert.equal(after[0]?.declaration.version, '1.1.0');
      assert.equal(signatureState(defined(after[0]), [listedKey(teamKey(folder, 'mf-a'), ['mf-a'])]), 'valid');
      assert.deepEqual(await changes('mf-a'), ['1 1.0.0 published', '2 1.1.0 published']);
    });

    test("puts every file but source maps and the build's own notes where the entry says", async () => {
      const { baseUrl } = await publishCode('mf-a', '1.0.0', 'one');
      const version = defined(baseUrl.split('/').at(-2));
      assert.match(version, /^1\.0\.0-[0-9a-f]{16}$/);
      assert.deepEqual(readdirSync(join(folder, 'store', 'mf-a', version)).sort(), [
        'remote.json',
        'remoteEntry.one.js',
        'screen.one.css',
      ]);
    });

    test('publishing the live build again changes nothing, and signs it anew for another key', async () => {
      assert.equal((await publishCode('mf-a', '1.0.0', 'one')).changed, true);
      const before = await target.store.readText('registry.json');
      assert.equal((await publishCode('mf-a', '1.0.0', 'one')).changed, false);
      assert.deepEqual(await target.store.readText('registry.json'), before);
      const next = makeKey(join(folder, 'next.pem'));
      assert.equal(
        (await publishCode('mf-a', '1.0.0', 'one', { ...publisherOf(folder, 'mf-a'), key: next })).changed,
        true,
      );
      const entry = defined(await entryOf('mf-a'));
      assert.equal(entry.sequence, 2);
      assert.equal(signatureState(entry, [listedKey(next, ['mf-a'])]), 'valid');
    });

    test('keeps what other teams and later versions wrote into the registry', async () => {
      const foreign = { id: 'mf-z', sequence: 9, baseUrl: 'http://z/', later: { field: [1, null] } };
      await onDisk().replace(
        'registry.json',
        documentText({ schemaVersion: 1, note: 'kept', remotes: [foreign] }),
        null,
      );
      await publishCode('mf-a', '1.0.0', 'one');
      const { value } = await readDocument<unknown>(target.store, 'registry.json', null);
      const { note, remotes } = value as RegistryDocument & { note?: string };
      assert.equal(note, 'kept');
      assert.deepEqual(
        remotes.find((entry) => entry?.id === 'mf-z'),
        foreign,
      );
    });

    test('publishers of different remotes at the same time all get in', async () => {
      const ids = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e', 'mf-f'];
      await Promise.all(ids.map((id) => publishCode(id, '1.0.0', id.slice(3))));
      assert.deepEqual(
        (await entries()).map(({ id, sequence }) => `${id} ${sequence}`),
        ids.map((id) => `${id} 1`),
      );
    });

    test('of publishers of the same remote one gets in, and the others are told who was first', async () => {
      await publishCode('mf-a', '1.0.0', 'zero');
      const outcomes = await Promise.allSettled(
        ['one', 'two', 'three', 'four'].map((code) => publishCode('mf-a', `1.0.${code.length}`, code)),
      );
      const done = outcomes.filter(({ status }) => status === 'fulfilled');
      const entry = defined(await entryOf('mf-a'));
      for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected')) {
        assert.ok(reason instanceof PublishedMeanwhile);
        assert.match(
          reason.message,
          new RegExp(
            String.raw`mf-a was published meanwhile: version 1\.0\.\d is at sequence \d \(expected \d\), since ` +
              String.raw`2026-.*, signed by key-`,
          ),
        );
      }
      assert.equal(entry.sequence, 1 + done.length);
      assert.equal((await changes('mf-a')).length, 1 + done.length);
      assert.ok(done.length >= 1);
    });

    test('a publisher that looked before another published is refused', async () => {
      await publishCode('mf-a', '1.0.0', 'one');
      const late = changeEntry(target.store, null, fakeEntry('mf-a', 1), teamKey(folder, 'mf-a'));
      await assert.rejects(late, /mf-a was published meanwhile: version 1\.0\.0 is at sequence 1 \(expected 0\)/);
    });

    test('a publisher is refused where the entry was altered under the same sequence', async () => {
      await publishCode('mf-a', '1.0.0', 'one');
      const before = { ...defined(await entryOf('mf-a')), publishedAt: '2026-01-01T00:00:00.000Z' };
      const key = teamKey(folder, 'mf-a');
      const late = changeEntry(target.store, before, fakeEntry('mf-a', 2), key);
      await assert.rejects(late, /mf-a was altered meanwhile: version 1\.0\.0 is at sequence 1 \(expected 1\)/);
    });

    test('rolls back to the version before and to a version, each under a higher sequence', async () => {
      const by = publisherOf(folder, 'mf-a');
      for (const [version, code] of [
        ['1.0.0', 'one'],
        ['1.1.0', 'two'],
        ['1.2.0', 'three'],
      ] as const)
        await publishCode('mf-a', version, code, by);
      const back = (wanted: { version?: string }) => rollBack({ target, id: 'mf-a', by, ...wanted });
      assert.equal((await back({})).declaration.version, '1.1.0');
      assert.equal((await back({ version: '1.0.0' })).declaration.version, '1.0.0');
      const entry = await back({ version: '1.2.0' });
      assert.deepEqual([entry.declaration.version, entry.sequence], ['1.2.0', 6]);
      assert.deepEqual((await changes('mf-a')).slice(3), [
        '4 1.1.0 rolled back',
        '5 1.0.0 rolled back',
        '6 1.2.0 rolled back',
      ]);
      await assert.rejects(
        back({ version: '7.0.0' }),
        /The history of mf-a has no other version 7\.0\.0 than the live one\. It knows 1\.0\.0 \(sequence 1, /,
      );
    });

    test('does not go back to files that were altered or deleted', async () => {
      const { baseUrl } = await publishCode('mf-a', '1.0.0', 'one');
      await publishCode('mf-a', '1.1.0', 'two');
      writeFileSync(join(folder, 'store', 'mf-a', defined(baseUrl.split('/').at(-2)), 'remoteEntry.one.js'), 'evil');
      await assert.rejects(
        rollBack({ target, id: 'mf-a', by: publisherOf(folder, 'mf-a') }),
        /were altered: remoteEntry\.one\.js has another content/,
      );
      await assert.rejects(
        rollBack({ target, id: 'mf-b', by: publisherOf(folder, 'mf-b') }),
        /mf-b is not in the registry/,
      );
    });

    test('gives a canary beside the live version, then to all, or takes it back', async () => {
      const by = publisherOf(folder, 'mf-a');
      const canary = async (code: string, audience: Audience): ReturnType<typeof publishCanary> =>
        publishCanary({ target, id: 'mf-a', by, build: await buildOf(folder, 'mf-a', '2.0.0', code), ...audience });
      await assert.rejects(canary('two', { share: 0.1, roles: [] }), /Publish it first/);
      const live = (await publishCode('mf-a', '1.0.0', 'one', by)).entry;
      const entry = await canary('two', { share: 0.1, roles: ['ADMIN'] });
      assert.deepEqual(
        [entry.sequence, entry.baseUrl, entry.publishedAt, entry.declaration],
        [2, live.baseUrl, live.publishedAt, live.declaration],
      );
      assert.deepEqual(
        [entry.canary?.declaration.version, entry.canary?.share, entry.canary?.roles],
        ['2.0.0', 0.1, ['ADMIN']],
      );
      assert.equal(signatureState(entry, [listedKey(by.key, ['mf-a'])]), 'valid');

      await endCanary({ target, id: 'mf-a', by, promote: false });
      assert.deepEqual(
        [(await entryOf('mf-a'))?.declaration.version, (await entryOf('mf-a'))?.canary],
        ['1.0.0', null],
      );
      await canary('two', { share: 0, roles: ['USER'] });
      const promoted = await endCanary({ target, id: 'mf-a', by, promote: true });
      assert.deepEqual([promoted.declaration.version, promoted.canary, promoted.sequence], ['2.0.0', null, 5]);
      await assert.rejects(endCanary({ target, id: 'mf-a', by, promote: true }), /mf-a has no canary/);
      await assert.rejects(canary('two', { share: 1, roles: [] }), /is live for everybody already/);
      assert.deepEqual(await changes('mf-a'), [
        '1 1.0.0 published',
        '2 2.0.0 canary',
        '3 2.0.0 canary stopped',
        '4 2.0.0 canary',
        '5 2.0.0 promoted',
      ]);
    });

    test('signs nothing that was altered in the registry', async () => {
      const by = publisherOf(folder, 'mf-a');
      await publishCode('mf-a', '1.0.0', 'one', by);
      await publishCanary({
        target,
        id: 'mf-a',
        by,
        build: await buildOf(folder, 'mf-a', '2.0.0', 'two'),
        share: 0.5,
        roles: [],
      });
      const { value, tag } = await readDocument<unknown>(onDisk(), 'registry.json', null);
      const [entry] = (value as RegistryDocument).remotes;
      defined(entry?.canary).baseUrl = 'http://evil.example/';
      await onDisk().replace('registry.json', documentText(value), tag);
      await assert.rejects(endCanary({ target, id: 'mf-a', by, promote: true }), /The entry of mf-a was altered/);
      await assert.rejects(endCanary({ target, id: 'mf-a', by, promote: false }), /The entry of mf-a was altered/);
      await publishCode('mf-a', '1.0.1', 'four', by);
      assert.equal((await entryOf('mf-a'))?.canary, null);
    });

    test('what a publisher that died did not note is noted by the next', async () => {
      await publishCode('mf-a', '1.0.0', 'one');
      const { tag } = await readHistory(target.store, 'mf-a', keysOf('mf-a'));
      const empty = signEntry({ schemaVersion: 1, id: 'mf-a', entries: [] }, teamKey(folder, 'mf-a'));
      await target.store.replace('history/mf-a.json', documentText(empty), tag);
      await publishCode('mf-a', '1.1.0', 'two');
      assert.deepEqual(await changes('mf-a'), ['1 1.0.0 published', '2 1.1.0 published']);
      const { declaration } = await rollBack({ target, id: 'mf-a', by: publisherOf(folder, 'mf-a') });
      assert.equal(declaration.version, '1.0.0');
    });

    test('a sequence never comes again, also for a remote that was taken out', async () => {
      await publishCode('mf-a', '1.0.0', 'one');
      await publishCode('mf-a', '1.1.0', 'two');
      const { value, tag } = await readDocument<unknown>(onDisk(), 'registry.json', null);
      const without = { ...(value as RegistryDocument), remotes: [] };
      await onDisk().replace('registry.json', documentText(without), tag);
      assert.equal((await publishCode('mf-a', '1.1.0', 'two')).entry.sequence, 3);
    });

    test('a registry that is no registry stays as it is', async () => {
      await onDisk().replace('registry.json', '[]', null);
      await assert.rejects(
        publishCode('mf-a', '1.0.0', 'one'),
        /is not a registry that this version can change.*Nothing was changed/,
      );
      assert.equal((await target.store.readText('registry.json'))?.text, '[]');
    });

    test('additions to a history at the same time are all kept', async () => {
      const item = (sequence: number): HistoryItem => ({
        sequence,
        version: '1.0.0',
        folder: '1.0.0-0123456789abcdef',
        publishedAt: '2026-01-01T00:00:00Z',
        what: 'published',
        keyId: null,
      });
      const signer = { key: teamKey(folder, 'mf-a'), keys: keysOf('mf-a') };
      await Promise.all(
        [1, 2, 3, 4, 5].map((sequence) => addToHistory(target.store, 'mf-a', [item(sequence)], signer)),
      );
      const { entries: all } = await readHistory(target.store, 'mf-a', keysOf('mf-a'));
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        [1, 2, 3, 4, 5],
      );
    });
  });
}

describe('old versions', () => {
  let made: ReturnType<typeof workshop>;
  beforeEach(() => {
    made = workshop();
  });
  afterEach(() => made.close());

  test('stay for as many versions as said, and never go while live or canary', async () => {
    const { folder } = made;
    const { target } = await targetKinds.folder(folder);
    const by = publisherOf(folder, 'mf-a', { keep: 2 });
    const folders = () =>
      readdirSync(join(folder, 'store', 'mf-a'))
        .map((name) => name.split('-')[0])
        .sort();
    const publishVersion = async (version: string): ReturnType<typeof publishBuild> =>
      publishBuild({
        target,
        id: 'mf-a',
        by,
        build: await buildOf(folder, 'mf-a', version, `c${version.replaceAll('.', '')}`),
      });
    await publishVersion('1.0.0');
    await publishCanary({
      target,
      id: 'mf-a',
      by,
      build: await buildOf(folder, 'mf-a', '9.0.0', 'canary'),
      share: 0.1,
      roles: [],
    });
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await publishVersion(version);
    assert.deepEqual(folders(), ['1.2.0', '1.3.0', '9.0.0']);
    await assert.rejects(
      rollBack({ target, id: 'mf-a', by, version: '1.0.0' }),
      /The files of mf-a 1\.0\.0-\w+ are gone/,
    );
    await endCanary({ target, id: 'mf-a', by, promote: false });
    await publishVersion('1.4.0');
    await publishVersion('1.5.0');
    assert.deepEqual(folders(), ['1.4.0', '1.5.0']);
  });

  test('a folder that is deleted before its entry is changed is noticed', async () => {
    const { target } = await targetKinds.folder(made.folder);
    const needed = ['mf-a/1.0.0-x'];
    const change = changeEntry(target.store, null, fakeEntry('mf-a', 1), teamKey(made.folder, 'mf-a'), { needed });
    await assert.rejects(change, /mf-a\/1\.0\.0-x was deleted/);
    assert.equal(existsSync(join(made.folder, 'store', 'registry.json')), false);
  });
});

describe('a build', () => {
  let made: ReturnType<typeof workshop>;
  beforeEach(() => {
    made = workshop();
  });
  afterEach(() => made.close());

  test('is refused when a named file is missing, altered or not named', async () => {
    for (const [change, message] of [
      [
        (dist) => writeFileSync(join(dist, 'screen.x.css'), 'other'),
        /screen\.x\.css has another content than its hash/,
      ],
      [(dist) => writeFileSync(join(dist, 'more.js'), 'more'), /more\.js is not named in remote\.json/],
    ] as [(dist: string) => void, RegExp][]) {
      const dist = writeBuild(made.folder, 'mf-a', '1.0.0', 'x');
      change(dist);
      await assert.rejects(readBuild(dist, 'mf-a'), message);
    }
    const absent = { file: 'gone.js', kind: 'script', integrity: 'sha384-x' };
    await assert.rejects(buildOf(made.folder, 'mf-b', '1.0.0', 'y', { entry: absent }), /gone\.js is missing/);
    const devicePanels = [{ id: 'score', title: 'Score', order: 1, assets: [absent] }];
    const withPanel = buildOf(made.folder, 'mf-b', '1.0.0', 'z', { contributions: { devicePanels } });
    await assert.rejects(withPanel, /gone\.js is missing/);
  });

  test("is refused when it is another remote's, no declaration, or no build at all", async () => {
    await assert.rejects(readBuild(writeBuild(made.folder, 'mf-a', '1.0.0', 'x'), 'mf-b'), /is of mf-a, not of mf-b/);
    await assert.rejects(
      buildOf(made.folder, 'mf-c', '1.0.0', 'x', { screens: 'none' }),
      /remote\.json is not a declaration of a remote: screens/,
    );
    await assert.rejects(readBuild(join(made.folder, 'nothing'), 'mf-a'), /holds no remote\.json/);
  });
});
