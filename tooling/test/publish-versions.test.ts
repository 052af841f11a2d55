// Rolling back, and publishing the same version again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endCanary, publishCanary, renew } from '../lib/publishing/releases.ts';
import { buildOf } from '../test-support/fake-builds.ts';
import { type OneRemote, id, eachWithOneRemote } from '../test-support/one-remote.ts';

const one = eachWithOneRemote();

const publishAll = async (...versions: string[]) => {
  for (const version of versions) await one.publish(version, `code${version}`);
};

describe('going back', () => {
  const versionsOf = async (...steps: (() => ReturnType<OneRemote['back']>)[]): Promise<string[]> => {
    const versions: string[] = [];
    for (const step of steps) versions.push((await step()).declaration.version);
    return versions;
  };

  test('twice goes further back, and not forward again', async () => {
    await publishAll('1.0.0', '1.1.0', '1.2.0');
    assert.deepEqual(await versionsOf(one.back, one.back), ['1.1.0', '1.0.0']);
    await assert.rejects(
      one.back(),
      /The history of mf-a has no version before the live one\. It knows 1\.1\.0 .*1\.2\.0/,
    );
  });

  test('after another publication leads to what was live before it, not to what was gone back from', async () => {
    await publishAll('1.0.0', '1.1.0', '1.2.0');
    await one.back();
    await one.publish('1.3.0', 'four');
    assert.deepEqual(await versionsOf(one.back, one.back), ['1.1.0', '1.0.0']);
  });

  test('to a version that was gone back from stands on top, and a renewal changes nothing', async () => {
    await publishAll('1.0.0', '1.1.0');
    await one.back();
    assert.deepEqual(await versionsOf(() => one.back({ version: '1.1.0' })), ['1.1.0']);
    await renew(one);
    assert.deepEqual(await versionsOf(one.back), ['1.0.0']);
  });
});

describe('the same version with another content', () => {
  test('is refused with what was published of it, unless it is said; the same content is no other', async () => {
    await one.publish('1.0.0', 'one');
    await assert.rejects(
      one.publish('1.0.0', 'two'),
      new RegExp(
        String.raw`mf-a 1\.0\.0 was published with another content \(sequence 1, 2026-.*\)\. Raise ` +
          String.raw`"version" in its package\.json, or say --replace\. Nothing was published\.`,
      ),
    );
    assert.equal((await one.current())?.sequence, 1);
    assert.equal((await one.publish('1.0.0', 'one')).changed, false);
    one.by.replace = true;
    assert.equal((await one.publish('1.0.0', 'two')).entry.sequence, 2);
  });

  test('is refused of a version that was live once, and of a canary', async () => {
    await one.publish('1.0.0', 'one');
    await one.publish('1.1.0', 'two');
    await assert.rejects(one.publish('1.0.0', 'three'), /mf-a 1\.0\.0 was published with another content \(sequence 1/);
    const canary = async (version: string, code: string): ReturnType<typeof publishCanary> =>
      publishCanary({ ...one, build: await buildOf(one.folder, id, version, code), share: 0.1, roles: [] });
    await assert.rejects(canary('1.1.0', 'four'), /mf-a 1\.1\.0 was published with another content/);
    await canary('1.2.0', 'five');
    await assert.rejects(one.publish('1.2.0', 'six'), /mf-a 1\.2\.0 was published with another content/);
    assert.equal((await endCanary({ ...one, promote: true })).declaration.version, '1.2.0');
  });
});
