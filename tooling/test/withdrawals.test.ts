import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { figuresOfCanary, isBeyond, reasonOf } from '../lib/publishing/figures.ts';
import { type Key, listedKey, makeKey, signatureState } from '../lib/publishing/keys.ts';
import { readRegistryOf } from '../lib/publishing/registry.ts';
import { endCanary, publishBuild, publishCanary } from '../lib/publishing/releases.ts';
import { statusOf } from '../lib/publishing/status.ts';
import {
  type EntryWithCanary,
  listedWatchKey,
  validWithdrawals,
  withdrawCanary,
} from '../lib/publishing/withdrawals.ts';
import { type TestTarget, buildOf, publisherOf, targetKinds, teamKey, workshop } from '../test-support/fake-builds.ts';
import { defined } from '../test-support/values.ts';
import type { Store } from '../lib/publishing/store.ts';
import type { DeployedConsole } from '../lib/publishing/deployed-console.ts';

for (const [kind, makeTarget] of Object.entries(targetKinds)) {
  describe(`withdrawals in a ${kind} store`, () => {
    let folder: string;
    let target: TestTarget['target'];
    let watched: TestTarget['watched'];
    let watch: Key;
    let end: () => Promise<void>;
    beforeEach(async () => {
      const made = workshop();
      ({ folder } = made);
      const opened = await makeTarget(folder);
      ({ target, watched } = opened);
      watch = makeKey(join(folder, 'watch.pem'));
      end = async () => {
        await opened.close();
        made.close();
      };
    });
    afterEach(() => end());

    const by = (more = {}) => ({ key: watch, reason: 'It failed 9 times.', at: '2026-02-01T00:00:00Z', ...more });
    const document = async () => (await readRegistryOf(target.store)).document;
    const entryOf = async (id: string) => (await readRegistryOf(target.store, id)).current;
    const withdrawalsNow = async () => (await document()).withdrawals as { id: string }[];
    const withdrawn = async (keys: DeployedConsole['withdrawalKeys'] = [listedWatchKey(watch)]) =>
      (await validWithdrawals(await document(), keys)).map(({ id, version }) => `${id} ${version}`);
    async function canaryOf(id: string): Promise<EntryWithCanary> {
      const publisher = publisherOf(folder, id);
      await publishBuild({ target, id, by: publisher, build: await buildOf(folder, id, '1.0.0', 'one') });
      const { canary, ...entry } = await publishCanary({
        target,
        id,
        by: publisher,
        share: 0.5,
        roles: [],
        build: await buildOf(folder, id, '1.1.0', 'two'),
      });
      return { ...entry, canary: defined(canary) };
    }

    test('stand beside the entry, which stays as its team signed it', async () => {
      const entry = await canaryOf('mf-a');
      await canaryOf('mf-b');
      assert.equal(await withdrawCanary(watched, entry, by()), true);
      assert.deepEqual(await withdrawn(), ['mf-a 1.1.0']);
      assert.deepEqual(await entryOf('mf-a'), entry);
      assert.equal(signatureState(entry, [listedKey(teamKey(folder, 'mf-a'), ['mf-a'])]), 'valid');
    });

    test('count by a listed key alone, for the remotes that it names', async () => {
      await withdrawCanary(watched, await canaryOf('mf-a'), by());
      assert.deepEqual(await withdrawn([{ ...listedWatchKey(watch), remotes: ['mf-a'] }]), ['mf-a 1.1.0']);
      assert.deepEqual(await withdrawn([{ ...listedWatchKey(watch), remotes: ['mf-b'] }]), []);
      assert.deepEqual(await withdrawn([]), []);
      assert.deepEqual(await withdrawn([{ ...listedWatchKey(teamKey(folder, 'mf-a')), keyId: watch.keyId }]), []);
    });

    test('stand in the status, where a listed key has signed them', async () => {
      await withdrawCanary(watched, await canaryOf('mf-a'), by());
      const deployed: Omit<DeployedConsole, 'withdrawalKeys'> = {
        name: 'The console',
        provided: { versions: {}, apiVersion: '1.0.0' },
        registryKeys: [],
        registryEpoch: 1,
        registry: null,
        config: {},
      };
      const listed = await statusOf(target, { ...deployed, withdrawalKeys: [listedWatchKey(watch)] });
      assert.deepEqual(
        [listed.rows[0]?.canary, listed.notes],
        [
          '1.1.0 (50 %) WITHDRAWN',
          ['mf-a: its canary 1.1.0 was withdrawn at 2026-02-01T00:00:00Z. It failed 9 times.'],
        ],
      );
      const foreign = await statusOf(target, {
        ...deployed,
        withdrawalKeys: [listedWatchKey(teamKey(folder, 'mf-a'))],
      });
      assert.deepEqual([foreign.rows[0]?.canary, foreign.notes], ['1.1.0 (50 %)', []]);
    });

    test('of a canary that its team has ended meanwhile are not written', async () => {
      const entry = await canaryOf('mf-a');
      await endCanary({ target, id: 'mf-a', by: publisherOf(folder, 'mf-a'), promote: false });
      assert.equal(await withdrawCanary(watched, entry, by()), false);
      assert.equal((await document()).withdrawals, undefined);
    });

    test('stay when others publish, do not pile up, and go once their canary is gone', async () => {
      const first = await canaryOf('mf-a');
      const second = await canaryOf('mf-b');
      await withdrawCanary(watched, first, by());
      await withdrawCanary(watched, first, by({ reason: 'It failed 10 times.' }));
      await canaryOf('mf-c');
      assert.equal((await withdrawalsNow()).length, 1);
      await endCanary({ target, id: 'mf-a', by: publisherOf(folder, 'mf-a'), promote: false });
      await withdrawCanary(watched, second, by());
      assert.deepEqual(
        (await withdrawalsNow()).map(({ id }) => id),
        ['mf-b'],
      );
    });

    test('survive a publisher that is quicker', async () => {
      const entry = await canaryOf('mf-a');
      const store = { ...watched, replace: raced() };
      assert.equal(await withdrawCanary(store, entry, by()), true);
      assert.deepEqual([await withdrawn(), (await entryOf('mf-z'))?.declaration.version], [['mf-a 1.1.0'], '3.0.0']);

      function raced(): Store['replace'] {
        let first = true;
        return async (...args) => {
          if (first) {
            first = false;
            const build = await buildOf(folder, 'mf-z', '3.0.0', 'three');
            await publishBuild({ target, id: 'mf-z', by: publisherOf(folder, 'mf-z'), build });
          }
          return watched.replace(...args);
        };
      }
    });
  });
}

describe('the budget of a canary', () => {
  const entry = { id: 'mf-a', canary: { baseUrl: 'http://store.example/mf-a/1.1.0-ab/' } };
  const figures = { loads: 100, failures: 6, operators: 2 };
  const build = { remote: 'mf-a', version: '1.1.0', release: '1.1.0-ab', source: 'canary' };
  const item = { ...build, ...figures, p50: null, p95: null };

  test('is of what was reported of that build as a canary, and of nothing else', () => {
    const others = [
      { ...item, source: 'live' },
      { ...item, remote: 'mf-b' },
      { ...item, release: '1.1.0-cd' },
    ];
    assert.deepEqual(figuresOfCanary(entry, [...others, item]), { loads: 100, failures: 6, operators: 2 });
    assert.deepEqual(figuresOfCanary(entry, others), { loads: 0, failures: 0, operators: 0 });
  });

  const cases: [string, Partial<typeof figures>, boolean][] = [
    ['six failures of two operators in a hundred loads', {}, true],
    ["one operator's trouble", { operators: 1, failures: 60 }, false],
    ['few failures', { failures: 4, loads: 4 }, false],
    ['failures that are few among many loads', { loads: 120 }, false],
    ['a build that cannot be loaded at all', { loads: 0 }, true],
    ['nothing reported', { loads: 0, failures: 0, operators: 0 }, false],
  ];
  for (const [what, more, expected] of cases)
    test(`${what}: ${expected ? 'beyond it' : 'within it'}`, () =>
      assert.equal(isBeyond({ ...item, ...more }, {}), expected));

  test('the reason is one sentence', () => {
    assert.equal(
      reasonOf({ loads: 100, failures: 6, operators: 2 }, 2),
      'It failed 6 times for 2 operators in 100 loads within 2 hours.',
    );
    assert.equal(
      reasonOf({ loads: 0, failures: 5, operators: 1 }, 1),
      'It failed 5 times for 1 operator in 0 loads within 1 hour.',
    );
  });
});
