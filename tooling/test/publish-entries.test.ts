// What an entry contains besides its release: epoch and expiry date; and which remote owns its names (D25).
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { listedKey } from '../lib/publishing/keys.ts';
import { DoesNotFit } from '../lib/publishing/registry.ts';
import { publishCanary, renew } from '../lib/publishing/releases.ts';
import { buildOf, publisherOf, screenOf, teamKey } from '../test-support/fake-builds.ts';
import { type AnyPublisher, id, eachWithOneRemote } from '../test-support/one-remote.ts';
import { defined } from '../test-support/values.ts';

const one = eachWithOneRemote();

describe('what an entry says besides its release', () => {
  test("the console's epoch, else the one before; a year unless said; both anew when published unchanged", async () => {
    const first = (await one.publish('1.0.0', 'one')).entry;
    assert.deepEqual([first.epoch, first.expiresAt], [1, '2027-01-01T00:00:02.000Z']);
    one.by.epoch = 7;
    assert.deepEqual([(await one.publish('1.0.0', 'one')).changed, (await one.current())?.epoch], [true, 7]);
    delete one.by.epoch;
    assert.equal((await one.publish('1.1.0', 'two')).entry.epoch, 7);
    one.by.days = 20;
    assert.equal((await one.publish('1.2.0', 'three')).entry.expiresAt?.slice(0, 10), '2026-01-21');
    // It would expire in less than a month.
    assert.equal((await one.publish('1.2.0', 'three')).changed, true);
  });

  test('renewing keeps release and canary, under a higher number and a later date', async () => {
    await assert.rejects(renew(one), /mf-a is not in the registry/);
    await one.publish('1.0.0', 'one');
    await publishCanary({ ...one, build: await buildOf(one.folder, id, '1.1.0', 'two'), share: 0.1, roles: [] });
    const before = defined(await one.current());
    one.by.days = 500;
    const after = await renew(one);
    assert.deepEqual(
      [after.baseUrl, after.publishedAt, after.declaration, after.canary],
      [before.baseUrl, before.publishedAt, before.declaration, before.canary],
    );
    assert.equal(after.sequence, before.sequence + 1);
    assert.ok(defined(after.expiresAt) > defined(before.expiresAt));
    await one.changeCurrent((entry) => ({ ...entry, baseUrl: 'http://evil.example/' }));
    await assert.rejects(renew(one), /The entry of mf-a was altered/);
  });
});

describe('names of others', () => {
  const ledger = { screens: [screenOf('ledger')] };
  let other: AnyPublisher;
  beforeEach(async () => {
    other = { ...publisherOf(one.folder, 'mf-b'), id: 'mf-b' };
    await one.publish('1.0.0', 'b', ledger, other);
  });

  test('D25 publishing what another remote declares is refused, and changes nothing', async () => {
    const before = await one.target.store.readText('registry.json');
    const words = new RegExp(
      String.raw`mf-a 1\.0\.0 does not fit\. The screen "ledger" is not shown: the address "ledger" is declared by ` +
        String.raw`mf-a and mf-b, so none of them has it\. Choose another, or let the administrator list it in ` +
        String.raw`registryKeys of config\.json for one of them\.\nNothing was published\.`,
    );
    await assert.rejects(
      one.publish('1.0.0', 'one', ledger),
      (error) => error instanceof DoesNotFit && words.test(error.message),
    );
    assert.deepEqual(await one.target.store.readText('registry.json'), before);
    await one.publish('1.1.0', 'bb', {}, other);
    assert.equal((await one.publish('1.0.0', 'one', ledger)).entry.sequence, 1);
    await assert.rejects(one.publish('1.2.0', 'bbb', ledger, other), /is declared by mf-a and mf-b/);
    other.evenIfRefused = true;
    assert.equal((await one.publish('1.2.0', 'bbb', ledger, other)).changed, true);
  });

  test('D25 the id of a panel or search command is a name as well', async () => {
    const part = { id: 'score', title: 'Score', order: 1, assets: [] };
    const offering = (contributions: object): object => ({ screens: [], contributions });
    await one.publish('1.1.0', 'bb', offering({ devicePanels: [part] }), other);
    await assert.rejects(
      one.publish('1.0.0', 'one', offering({ homePanels: [part] })),
      /The Home panel "Score" is not shown: the contribution "score" is declared by mf-a and mf-b/,
    );
  });

  test('D25 what config.json lists goes first, and an entry that no listed key signed keeps nobody out', async () => {
    const names = { addresses: ['ledger'], permissions: [], actions: [], contributions: [] };
    one.by.trusted = [
      listedKey(teamKey(one.folder, id), [id], names),
      listedKey(teamKey(one.folder, 'mf-b'), ['mf-b']),
    ];
    assert.equal((await one.publish('1.0.0', 'one', ledger)).entry.sequence, 1);
    one.by.trusted = [listedKey(teamKey(one.folder, id), [id])];
    assert.equal((await one.publish('1.1.0', 'two', ledger)).entry.sequence, 2);
    one.by.trusted = [
      listedKey(teamKey(one.folder, id), [id]),
      listedKey(teamKey(one.folder, 'mf-b'), ['mf-b'], names),
    ];
    await assert.rejects(one.publish('1.2.0', 'three', ledger), /belongs to mf-b by registryKeys of config\.json/);
  });
});
