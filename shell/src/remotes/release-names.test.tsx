import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { ReleaseManager } from './release-manager.ts';
import { setUp } from './test-releases.ts';

describe('an address that goes from one remote to another', () => {
  const at = (id: string, sequence: number, ...paths: readonly string[]): RegistryEntry => ({
    ...registryEntry(
      id,
      paths.map((path) => declaredScreen(path)),
    ),
    sequence,
    baseUrl: `http://remotes.test/${id}/${sequence}/`,
  });
  const addresses = (releaseManager: ReleaseManager) =>
    Object.fromEntries(
      releaseManager
        .getSnapshot()
        .releases.map(({ id, declaration }) => [id, declaration.screens.map(({ path }) => path)]),
    );

  it("D25 stays with the release in use until that one goes, and is nobody's twice", async () => {
    const { releaseManager, deploy } = await setUp({ first: [at('mf-a', 1, 'one'), at('mf-x', 1, 'ledger', 'two')] });
    await deploy(at('mf-a', 2, 'one', 'ledger'), at('mf-new', 1, 'two'), at('mf-x', 2, 'three'));
    expect(addresses(releaseManager)).toEqual({ 'mf-a': ['one'], 'mf-x': ['ledger', 'two'] });
    releaseManager.retry('mf-a');
    expect(addresses(releaseManager)).toEqual({ 'mf-a': ['one'], 'mf-x': ['ledger', 'two'] });
    releaseManager.applyUpdates();
    expect(addresses(releaseManager)).toEqual({ 'mf-a': ['one', 'ledger'], 'mf-new': ['two'], 'mf-x': ['three'] });
  });

  it('D25 D16 stays with the release that a batch holds', async () => {
    const { releaseManager, deploy, hold, waiting } = await setUp({
      first: [at('mf-a', 1, 'one'), at('mf-x', 1, 'ledger')],
    });
    hold(true);
    await deploy({ ...at('mf-a', 2, 'ledger') }, at('mf-x', 2, 'two'));
    releaseManager.applyUpdates();
    expect(addresses(releaseManager)).toEqual({ 'mf-a': ['one'], 'mf-x': ['ledger'] });
    expect(waiting().map(({ id, waitsFor }) => `${id} ${waitsFor}`)).toEqual(['mf-a batch', 'mf-x batch']);
    hold(false);
    releaseManager.applyUpdates();
    expect(addresses(releaseManager)).toEqual({ 'mf-a': ['ledger'], 'mf-x': ['two'] });
  });
});
