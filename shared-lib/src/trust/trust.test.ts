import { clearConsoleStorage } from '../session/host.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import type { AcceptedStorage } from './index.ts';
import {
  type Circumstances,
  entryOf,
  examine,
  fakeStorage,
  NOW,
  testKey,
  type TestKey,
  trustWith,
  versions,
} from './test-trust.ts';

let reports: TestKey;
let admin: TestKey;
beforeAll(async () => {
  reports = await testKey('reports-2026', ['mf-reports']);
  admin = await testKey('admin-2026', ['mf-admin']);
});

const trustIn = (storage?: AcceptedStorage, keys = [reports, admin], more?: Circumstances) =>
  trustWith(keys, storage, more);

describe('createTrust', () => {
  it("accepts entries signed by their teams' keys, with fields that this version does not know", async () => {
    const registry = await examine(
      trustIn().trust,
      await reports.sign(entryOf('mf-reports')),
      await admin.sign(entryOf('mf-admin')),
    );
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect([registry.problems, registry.refused]).toEqual([[], []]);
  });

  it.each([
    ['unsigned', async () => entryOf('mf-reports', 2), 'its registry entry is not signed'],
    [
      'altered',
      async () => ({ ...(await reports.sign(entryOf('mf-reports', 2))), baseUrl: 'http://elsewhere.test/' }),
      'was changed after it was signed',
    ],
    [
      'altered in a field unknown here',
      async () => ({ ...(await reports.sign(entryOf('mf-reports', 2))), laterField: { kept: false } }),
      'was changed after it was signed',
    ],
    [
      'foreign',
      async () => admin.sign(entryOf('mf-reports', 2)),
      'signed by the key "admin-2026", which may sign mf-admin and not mf-reports',
    ],
    [
      'signed by an unknown key',
      async () => (await testKey('mallory', ['mf-reports'])).sign(entryOf('mf-reports', 2)),
      'signed by the key "mallory", which config.json does not list',
    ],
    [
      'signed by another key of a listed name',
      async () => (await testKey('reports-2026', ['mf-reports'])).sign(entryOf('mf-reports', 2)),
      'by another key than "reports-2026"',
    ],
    [
      'dated a year ahead',
      async () => reports.sign({ ...entryOf('mf-reports', 2), publishedAt: '2027-06-01T12:00:00Z' }),
      'its registry entry is dated 2027-06-01T12:00:00Z, which is still to come',
    ],
    ['broken', async () => ({ id: 'mf-reports', sequence: 'seven' }), 'its registry entry cannot be read'],
  ])('refuses an entry that is %s, with the reason, and goes on with the last good one', async (_what, bad, reason) => {
    const storage = fakeStorage();
    await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
    const registry = await examine(trustIn(storage).trust, await bad(), await admin.sign(entryOf('mf-admin')));
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect(registry.refused).toEqual([
      { id: 'mf-reports', version: '1.1.0', message: expect.stringContaining(reason) },
    ]);
    expect(registry.problems).toEqual([]);
    const withoutMemory = await examine(trustIn().trust, await bad());
    expect(withoutMemory.entries).toEqual([]);
    expect(withoutMemory.problems).toEqual([{ id: 'mf-reports', message: expect.stringContaining(reason) }]);
  });

  it('remembers what it accepted of the last registry, without canaries, as long as the key counts', async () => {
    const storage = fakeStorage();
    const screen = { id: 'one', path: 'one', title: 'One', audiences: ['standard'], assets: [] };
    const withScreen = (id: string, path: string) => {
      const entry = entryOf(id);
      return { ...entry, declaration: { ...entry.declaration, screens: [{ ...screen, path }] } };
    };
    const { baseUrl, publishedAt, declaration } = withScreen('mf-reports', 'ledger');
    const canary = { baseUrl: `${baseUrl}canary/`, publishedAt, declaration, share: 1 };
    const [first, second] = [
      await reports.sign({ ...withScreen('mf-reports', 'ledger'), canary }),
      await admin.sign(withScreen('mf-admin', 'staff')),
    ];
    await examine(trustIn(storage).trust, first, second);
    const remembered = await trustIn(storage).trust.remembered();
    expect(versions(remembered.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect(remembered.entries.map((entry) => entry.canary)).toEqual([null, null]);
    expect(versions((await trustIn(storage, [admin]).trust.remembered()).entries)).toEqual(['mf-admin 1.1.0']);
    await examine(trustIn(storage).trust, second);
    expect(versions((await trustIn(storage).trust.remembered()).entries)).toEqual(['mf-admin 1.1.0']);
    expect((await trustIn().trust.remembered()).entries).toEqual([]);
  });

  it('refuses an older entry that was put back, and takes the same number again', async () => {
    const { trust } = trustIn();
    const [old, now] = [await reports.sign(entryOf('mf-reports', 4)), await reports.sign(entryOf('mf-reports', 5))];
    await examine(trust, old);
    await examine(trust, now);
    const replayed = await examine(trust, old);
    expect(versions(replayed.entries)).toEqual(['mf-reports 1.5.0']);
    expect(replayed.refused[0]?.message).toBe(
      'its registry entry is an old one put back: number 4, after 5 was accepted here',
    );
    expect((await examine(trust, now)).refused).toEqual([]);
  });

  it('checks the last good entry again: a changed one and one of a withdrawn key are no help', async () => {
    const storage = fakeStorage();
    await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
    const withdrawn = await examine(trustIn(storage, [admin]).trust, entryOf('mf-reports', 2));
    expect(withdrawn.entries).toEqual([]);
    for (const [key, text] of storage.kept)
      storage.kept.set(key, text.replace('http://remotes.test/mf-reports/1/', 'http://elsewhere.test/'));
    const tampered = await examine(trustIn(storage).trust, entryOf('mf-reports', 2));
    expect(tampered.entries).toEqual([]);
    expect(tampered.problems[0]?.message).toBe('its registry entry is not signed');
  });

  it.each(['{', '[]', '"x"', 'null', '{"mf-reports":{"sequence":-1}}', '{"mf-reports":7}'])(
    'a damaged record %s is none',
    async (damaged) => {
      const storage = fakeStorage({ 'registry:accepted': damaged, 'registry:listed': damaged });
      const registry = await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
      expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0']);
    },
  );

  it('a storage that is full costs the memory only', async () => {
    const full: AcceptedStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const { trust } = trustIn(full);
    await examine(trust, await reports.sign(entryOf('mf-reports', 2)));
    expect((await examine(trust, await reports.sign(entryOf('mf-reports', 1)))).refused).toHaveLength(1);
  });

  it('without any key nothing is trusted, and the administrator reads why', async () => {
    const registry = await examine(trustIn(fakeStorage(), []).trust, await reports.sign(entryOf('mf-reports')));
    const problem = { id: 'every remote', message: expect.stringContaining('config.json lists no registryKeys') };
    expect(registry).toMatchObject({ entries: [], refused: [], problems: [problem], notices: [] });
  });

  it("does not use what another remote's team signed and somebody stored under this one's id", async () => {
    const storage = fakeStorage();
    await examine(
      trustIn(storage).trust,
      await reports.sign(entryOf('mf-reports')),
      await admin.sign(entryOf('mf-admin')),
    );
    const kept: Record<string, unknown> = JSON.parse(storage.kept.get('registry:accepted') ?? '{}');
    storage.setItem('registry:accepted', JSON.stringify({ 'mf-reports': kept['mf-admin'] }));
    const { trust } = trustIn(storage);
    const { entries, problems } = await examine(trust, entryOf('mf-reports', 2));
    expect([versions(entries), problems.map(({ id }) => id)]).toEqual([[], ['mf-reports']]);
    expect((await trust.remembered()).entries).toEqual([]);
  });

  it('without any key an empty registry is no problem', async () => {
    expect(await examine(trustIn(fakeStorage(), []).trust)).toMatchObject({ entries: [], problems: [] });
  });

  it('remembers which remotes the registry lists, the refused ones too', async () => {
    const { trust, accepted } = trustIn();
    await examine(trust, entryOf('mf-reports'), await admin.sign(entryOf('mf-admin')));
    expect(accepted.listed()).toEqual(['mf-reports', 'mf-admin']);
  });

  it('goes on with an entry in use whatever the clock says of its date by then', async () => {
    const storage = fakeStorage();
    const entry = await reports.sign(entryOf('mf-reports'));
    await examine(trustIn(storage).trust, entry);
    const now = Date.parse('2025-06-01T12:00:00Z');
    const { entries, refused } = await examine(trustIn(storage, [reports], { now }).trust, entry);
    expect([versions(entries), refused]).toEqual([['mf-reports 1.1.0'], []]);
    expect((await examine(trustIn(fakeStorage(), [reports], { now }).trust, entry)).entries).toEqual([]);
  });

  it('names a listed key that cannot be read', async () => {
    const { trust } = trustWith([], fakeStorage(), { listed: [{ ...reports.listed, publicKey: 'none' }] });
    expect((await examine(trust, await reports.sign(entryOf('mf-reports')))).problems[0]?.message).toBe(
      'the key "reports-2026" in config.json is no ECDSA P-256 public key',
    );
  });

  it('keeps the first of two entries of a remote, and does not put the last good one beside it', async () => {
    const { trust } = trustIn();
    const first = await reports.sign(entryOf('mf-reports'));
    await examine(trust, first);
    const registry = await examine(trust, first, await reports.sign(entryOf('mf-reports', 2)));
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0']);
    expect(registry.refused.map(({ id }) => id)).toEqual(['mf-reports']);
  });
});

describe('the last proven entry', () => {
  it('stays at hand until a later one has shown a screen and was followed itself', async () => {
    const { trust, accepted } = trustIn();
    await examine(trust, await reports.sign(entryOf('mf-reports', 1)));
    expect(await trust.provenBefore('mf-reports')).toBeNull();
    accepted.prove('mf-reports', 1);
    await examine(trust, await reports.sign(entryOf('mf-reports', 2)));
    await examine(trust, await reports.sign(entryOf('mf-reports', 3)));
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    accepted.prove('mf-reports', 2);
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    accepted.prove('mf-reports', 3);
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    await examine(trust, await reports.sign(entryOf('mf-reports', 4)));
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(3);
  });
});

describe('sequences', () => {
  it('what was proven stays so under another signature of the same', async () => {
    const { trust, accepted } = trustIn();
    await examine(trust, await reports.sign(entryOf('mf-reports', 5)));
    accepted.prove('mf-reports', 5);
    await examine(trust, await reports.sign(entryOf('mf-reports', 5)));
    expect(accepted.of('mf-reports')).toMatchObject({ proven: true, previous: null });
  });

  it('other content under the number that was accepted is refused, another signature is not', async () => {
    const { trust } = trustIn();
    await examine(trust, await reports.sign(entryOf('mf-reports', 5)));
    expect((await examine(trust, await reports.sign(entryOf('mf-reports', 5)))).refused).toEqual([]);
    const other = await examine(trust, await reports.sign(entryOf('mf-reports', 5, '6.6.6')));
    expect(versions(other.entries)).toEqual(['mf-reports 1.5.0']);
    expect(other.refused[0]?.message).toBe(
      'its registry entry is another one under the number 5 than the one that was accepted here',
    );
  });

  it.each([9_007_199_254_740_991, 1_700_000_000_000])(
    'a number that nobody has counted to, %d, is refused by every browser',
    async (far) => {
      const storage = fakeStorage();
      expect(
        (await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports', far)))).problems,
      ).toHaveLength(1);
      expect((await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports', 2)))).problems).toEqual(
        [],
      );
    },
  );

  it('a jump is refused, and later entries are taken', async () => {
    const { trust } = trustIn();
    await examine(trust, await reports.sign(entryOf('mf-reports', 5)));
    const jumped = await examine(trust, await reports.sign(entryOf('mf-reports', 1_000_006)));
    expect(jumped.refused[0]?.message).toBe(
      'its registry entry jumps from number 5, which was accepted here, to 1000006',
    );
    expect(versions((await examine(trust, await reports.sign(entryOf('mf-reports', 6)))).entries)).toEqual([
      'mf-reports 1.6.0',
    ]);
  });

  it('what a key signed that is withdrawn since counts for nothing', async () => {
    const storage = fakeStorage();
    const stolen = await testKey('stolen', ['mf-reports']);
    await examine(trustIn(storage, [stolen]).trust, await stolen.sign(entryOf('mf-reports', 900_000)));
    const after = await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports', 8)));
    expect([versions(after.entries), after.refused]).toEqual([['mf-reports 1.8.0'], []]);
  });
});

describe('the memory of what was accepted', () => {
  it("S8 D7 outlives the clearing of the console's storage: an old entry put back then is still refused", async () => {
    const storage = memoryStorage();
    const old = await reports.sign(entryOf('mf-reports', 4));
    await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports', 5)));
    clearConsoleStorage(storage);
    expect((await examine(trustIn(storage).trust, old)).refused[0]?.message).toContain('is an old one put back');
  });
});

describe('the epoch of a registry', () => {
  it('an entry of another one is refused, the last good one of another one too, and numbers begin anew', async () => {
    const storage = fakeStorage();
    const before = await reports.sign({ ...entryOf('mf-reports', 40), epoch: 1 });
    await examine(trustIn(storage).trust, before);
    const restored = await examine(trustIn(storage, [reports], { epoch: 2 }).trust, before);
    expect(restored.entries).toEqual([]);
    expect(restored.problems[0]?.message).toBe(
      'its registry entry was published for epoch 1 of the registry and not for 2, which config.json names. Its ' +
        'team publishes it again',
    );
    const anew = await examine(
      trustIn(storage, [reports], { epoch: 2 }).trust,
      await reports.sign({ ...entryOf('mf-reports', 1), epoch: 2 }),
    );
    expect(versions(anew.entries)).toEqual(['mf-reports 1.1.0']);
  });

  it.each([
    { of: 'an earlier', ofEntry: 1, epoch: 2 },
    { of: 'a later', ofEntry: 3, epoch: 2 },
  ])('an entry of $of one is refused where nothing was accepted yet, and alone of its own is not', async (given) => {
    const { ofEntry, epoch } = given;
    const entry = await reports.sign({ ...entryOf('mf-reports'), epoch: ofEntry });
    const { entries, problems } = await examine(trustIn(fakeStorage(), [reports], { epoch }).trust, entry);
    expect(entries).toEqual([]);
    expect(problems[0]?.message).toContain(`for epoch ${ofEntry} of the registry and not for ${epoch}, which`);
    const own = await examine(trustIn(fakeStorage(), [reports], { epoch: ofEntry }).trust, entry);
    expect(versions(own.entries)).toEqual(['mf-reports 1.1.0']);
  });

  it('an entry that names none is of the first', async () => {
    expect(
      (await examine(trustIn(fakeStorage(), [reports], { epoch: 2 }).trust, await reports.sign(entryOf('mf-reports'))))
        .entries,
    ).toEqual([]);
  });
});

describe('an entry past its date', () => {
  const expiring = (sequence: number) =>
    reports.sign({ ...entryOf('mf-reports', sequence), expiresAt: '2026-06-01T12:00:00Z' });
  const at = (storage: AcceptedStorage, now: number) => trustIn(storage, [reports], { now }).trust;

  it('goes on where it is in use, with a notice, and is refused where it is not', async () => {
    const storage = fakeStorage();
    const entry = await expiring(3);
    expect((await examine(at(storage, NOW - 1), entry)).notices).toEqual([]);
    const later = await examine(at(storage, NOW), entry);
    expect(versions(later.entries)).toEqual(['mf-reports 1.3.0']);
    expect(later.notices).toEqual([
      {
        about: 'expiry',
        id: 'mf-reports',
        message:
          'its registry entry expired on 2026-06-01 12:00 UTC. This browser keeps using it, others refuse it. Its ' +
          'team renews it',
      },
    ]);
    const elsewhere = await examine(at(fakeStorage(), NOW), entry);
    expect(elsewhere.problems).toEqual([
      { id: 'mf-reports', message: 'its registry entry expired on 2026-06-01 12:00 UTC. Its team renews it' },
    ]);
  });

  it('is told of where no registry can be read, too', async () => {
    const storage = fakeStorage();
    await examine(at(storage, NOW - 1), await expiring(3));
    expect((await at(storage, NOW - 1).remembered()).notices).toEqual([]);
    const { entries, notices } = await at(storage, NOW).remembered();
    expect([versions(entries), notices.map(({ about }) => about)]).toEqual([['mf-reports 1.3.0'], ['expiry']]);
  });

  it('that is newer than the one in use does not take its place', async () => {
    const storage = fakeStorage();
    await examine(at(storage, NOW), await reports.sign(entryOf('mf-reports', 1)));
    const registry = await examine(at(storage, NOW), await expiring(2));
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0']);
    expect(registry.refused[0]?.message).toContain('expired on 2026-06-01 12:00 UTC');
  });
});

describe('names', () => {
  const screen = (path: string) => ({ id: path, path, title: path, audiences: ['standard'], assets: [] });
  const showing = (id: string, sequence: number, ...paths: readonly string[]) => {
    const { declaration, ...entry } = entryOf(id, sequence);
    return { ...entry, declaration: { ...declaration, screens: paths.map(screen) } };
  };

  it("D25 what is another's by config.json is left out with a notice", async () => {
    const names = { addresses: ['ledger'], permissions: [], actions: [], contributions: [] };
    const { trust } = trustIn(fakeStorage(), [admin], { listed: [{ ...reports.listed, names }] });
    const { entries, notices } = await examine(trust, await admin.sign(showing('mf-admin', 1, 'ledger', 'own')));
    expect(entries[0]?.declaration.screens.map(({ path }) => path)).toEqual(['own']);
    expect(notices).toMatchObject([{ about: 'names', id: 'mf-admin' }]);
  });

  it('D25 N5 a screen of the specification that lost its permission is left out, of canaries too', async () => {
    const { trust, accepted } = trustIn();
    const open = showing('mf-reports', 1, 'lockDevice', 'own');
    const canary = {
      baseUrl: 'http://remotes.test/canary/',
      publishedAt: '2026-01-01T00:00:00Z',
      declaration: open.declaration,
      share: 1,
    };
    const first = await examine(trust, await reports.sign({ ...open, canary }));
    expect(
      first.entries.map(({ declaration, canary: beside }) =>
        [declaration, beside?.declaration].map((one) => one?.screens.map(({ path }) => path)),
      ),
    ).toEqual([[['own'], ['own']]]);
    expect(first.notices).toHaveLength(1);
    accepted.prove('mf-reports', 1);
    await examine(trust, await reports.sign(showing('mf-reports', 2, 'own')));
    expect((await trust.provenBefore('mf-reports'))?.declaration.screens.map(({ path }) => path)).toEqual(['own']);
  });

  it('D25 more than three refusals are counted', async () => {
    const all = ['lockDevice', 'unlockDevice', 'reports', 'auditReport', 'blockApp'];
    const { notices } = await examine(trustIn().trust, await reports.sign(showing('mf-reports', 1, ...all)));
    expect(notices[0]?.message).toMatch(/"lockDevice".*"unlockDevice".*"reports".* And 2 more\.$/);
  });
});
