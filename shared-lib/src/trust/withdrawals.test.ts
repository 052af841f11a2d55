import { declarationOf } from '../remote/test-declaration.ts';
import { honourWithdrawals, type UsableRegistry } from './index.ts';
import { fakeStorage, testKey, type TestKey, trustWith } from './test-trust.ts';

const release = (id: string, version: string) => ({
  baseUrl: `http://remotes.test/${id}/${version}/`,
  publishedAt: `2026-01-0${version[2] ?? '1'}T00:00:00Z`,
  declaration: declarationOf(id, { version }),
});
const withCanary = (id: string) => ({
  id,
  sequence: 2,
  ...release(id, '1.1.0'),
  canary: { ...release(id, '1.2.0'), share: 0.5, roles: [] },
});
const taken = {
  id: 'mf-reports',
  baseUrl: 'http://remotes.test/mf-reports/1.2.0/',
  publishedAt: '2026-01-02T00:00:00Z',
  at: '2026-01-05T10:00:00Z',
  reason: 'It failed 9 times.',
};

let team: TestKey;
let watch: TestKey;
beforeAll(async () => {
  team = await testKey('team', ['mf-reports', 'mf-admin']);
  watch = await testKey('watch', []);
});

/** What a browser without memory accepts of a registry. */
const accepted = (document: unknown) => trustWith([team], fakeStorage()).trust.examine(document);

/** What a browser makes of a registry with these withdrawals; the watch key may withdraw those of `remotes`. */
async function examined(withdrawals: unknown, remotes?: string[], more: object = {}): Promise<UsableRegistry> {
  const entries = [await team.sign({ ...withCanary('mf-reports'), ...more }), await team.sign(withCanary('mf-admin'))];
  const document = { schemaVersion: 1, remotes: entries, withdrawals };
  const { keyId, publicKey } = watch.listed;
  return honourWithdrawals(document, await accepted(document), {
    keys: [{ keyId, publicKey, ...(remotes && { remotes }) }],
  });
}

const canaries = ({ entries }: UsableRegistry) =>
  entries.map(({ id, canary }) => `${id} ${canary?.declaration.version ?? 'none'}`);
const untouched = ['mf-reports 1.2.0', 'mf-admin 1.2.0'];

describe('a withdrawal', () => {
  it('takes one canary from everybody, says when and why, and leaves the entry and its signature whole', async () => {
    const registry = await examined([await watch.withdraw(taken)]);
    expect(canaries(registry)).toEqual(['mf-reports none', 'mf-admin 1.2.0']);
    expect(registry.withdrawn).toEqual([
      {
        id: 'mf-reports',
        version: '1.2.0',
        baseUrl: taken.baseUrl,
        at: taken.at,
        reason: taken.reason,
        declaration: declarationOf('mf-reports', { version: '1.2.0' }),
      },
    ]);
    expect(registry.entries[0]).toMatchObject({
      sequence: 2,
      baseUrl: 'http://remotes.test/mf-reports/1.1.0/',
      keyId: 'team',
    });
    expect([registry.problems, registry.refused]).toEqual([[], []]);
  });

  it('of a key that names remotes counts for these', async () => {
    const withdrawals = [await watch.withdraw(taken)];
    expect(canaries(await examined(withdrawals, ['mf-reports']))).toEqual(['mf-reports none', 'mf-admin 1.2.0']);
    expect(canaries(await examined(withdrawals, ['mf-admin']))).toEqual(untouched);
    expect(canaries(await examined(withdrawals, []))).toEqual(untouched);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['without a signature', async () => [{ ...taken, keyId: 'watch', signature: '' }]],
    ['by a key that config.json does not list', async () => [await (await testKey('mallory', [])).withdraw(taken)]],
    ['by another key of a listed name', async () => [await (await testKey('watch', [])).withdraw(taken)]],
    ["by a team's key, which signs entries", async () => [await team.withdraw(taken)]],
    [
      "with an entry's signature",
      async () => [{ ...taken, keyId: 'watch', signature: (await watch.sign({ ...taken })).signature }],
    ],
    ['with another reason than was signed', async () => [{ ...(await watch.withdraw(taken)), reason: 'It is ugly.' }]],
    [
      'of another remote than was signed',
      async () => [{ ...(await watch.withdraw({ ...taken, id: 'mf-admin' })), id: 'mf-reports' }],
    ],
    [
      'of an earlier publication of the same build',
      async () => [await watch.withdraw({ ...taken, publishedAt: '2025-12-24T00:00:00Z' })],
    ],
    [
      'of another build',
      async () => [await watch.withdraw({ ...taken, baseUrl: 'http://remotes.test/mf-reports/1.3.0/' })],
    ],
    [
      'of a live release',
      async () => [
        await watch.withdraw({
          ...taken,
          baseUrl: 'http://remotes.test/mf-reports/1.1.0/',
          publishedAt: '2026-01-01T00:00:00Z',
        }),
      ],
    ],
    ['of a remote that is not there', async () => [await watch.withdraw({ ...taken, id: 'mf-gone' })]],
    ['that cannot be read', async () => [null, 7, { id: 'mf-reports' }, 'x']],
    ['with a reason that is no sentence', async () => [await watch.withdraw({ ...taken, reason: 'x'.repeat(301) })]],
    ['in no list', async () => ({ 0: await watch.withdraw(taken) })],
  ])('%s changes nothing', async (_what, withdrawals) => {
    const registry = await examined(await withdrawals());
    expect(canaries(registry)).toEqual(untouched);
    expect(registry.withdrawn).toEqual([]);
    expect(registry.entries.map(({ baseUrl }) => baseUrl)).toEqual([
      'http://remotes.test/mf-reports/1.1.0/',
      'http://remotes.test/mf-admin/1.1.0/',
    ]);
  });

  it('is checked by the key that it names, and by no other', async () => {
    const other = await testKey('other', []);
    const entries = [await team.sign(withCanary('mf-reports'))];
    const keys = [other, watch].map(({ listed: { keyId, publicKey } }) => ({ keyId, publicKey }));
    const honoured = async (withdrawal: unknown, of: typeof keys) => {
      const document = { schemaVersion: 1, remotes: entries, withdrawals: [withdrawal] };
      return canaries(await honourWithdrawals(document, await accepted(document), { keys: of }));
    };
    expect(await honoured(await watch.withdraw(taken), keys)).toEqual(['mf-reports none']);
    expect(await honoured(await other.withdraw(taken), keys)).toEqual(['mf-reports none']);
    const unreadable = keys.map((key) => ({ ...key, publicKey: 'none' }));
    expect(await honoured(await watch.withdraw(taken), unreadable)).toEqual(['mf-reports 1.2.0']);
  });

  it('does not touch the build once it is live for everybody', async () => {
    const registry = await examined([await watch.withdraw(taken)], undefined, {
      ...release('mf-reports', '1.2.0'),
      canary: null,
    });
    expect(registry.entries[0]?.declaration.version).toBe('1.2.0');
    expect(registry.withdrawn).toEqual([]);
  });

  it('counts beside false ones, of which so many are checked and no more', async () => {
    const lie = { ...taken, keyId: 'watch', signature: 'A'.repeat(86) };
    const honest = await watch.withdraw(taken);
    expect(canaries(await examined([lie, lie, honest]))).toEqual(['mf-reports none', 'mf-admin 1.2.0']);
    const entries = [await team.sign(withCanary('mf-reports'))];
    const document = { schemaVersion: 1, remotes: entries, withdrawals: Array.from({ length: 1_000 }, () => lie) };
    const registry = await accepted(document);
    const verify = jest.fn(async () => 'invalid' as const);
    await honourWithdrawals(document, registry, { keys: [{ keyId: 'watch', publicKey: 'x' }], verify });
    expect(verify).toHaveBeenCalledTimes(5);
  });
});
