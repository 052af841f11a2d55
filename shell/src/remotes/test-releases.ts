import { createSubject } from '@device-console/shared-lib/console/host';
import { needsNewerConsole, type RegistryEntry } from '@device-console/shared-lib/remote/host';
import { honourWithdrawals } from '@device-console/shared-lib/trust';
import { readUnsigned, registryDocument, registryEntry } from '../testing/test-registry.ts';
import type { Operator } from '../releases/decide.ts';
import { createReleaseManager } from './release-manager.ts';
import type { RegistryState } from './registry-store.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { createRemoteLog } from './remote-log.ts';

export const operator: Operator = { email: 'operator@example.com', userlevel: 'USER' };
export const entryOf = (version: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
  ...registryEntry('mf-x', [], { version }),
  baseUrl: `http://remotes.test/x/${version}/`,
  ...more,
});
/** A canary for everybody. */
export const canaryOf = (version: string) => ({
  baseUrl: `http://remotes.test/x/${version}/`,
  publishedAt: '',
  declaration: entryOf(version).declaration,
  share: 1,
  roles: [],
});

/** Differences from a page without previews. */
export interface Around {
  readonly first?: readonly RegistryEntry[];
  readonly proven?: RegistryEntry | null;
  /** What the operator tries. */
  readonly tried?: ChosenRelease;
  /** Which names belong to which remote. */
  readonly keys?: Parameters<typeof readUnsigned>[1];
  /** The version of the console's shared-lib/ui. */
  readonly ui?: string;
}

/** A page's release manager with its first registry, and the test's controls. */
export async function setUp({
  first = [entryOf('1.0.0')],
  proven = null,
  tried,
  keys = [],
  ui = '1.0.0',
}: Around = {}) {
  const {
    subscribe: onRegistry,
    getSnapshot: registryNow,
    set: setRegistry,
  } = createSubject<RegistryState>({
    status: 'loading',
  });
  const read = async (document: unknown): Promise<void> => {
    const registry = await honourWithdrawals(document, await readUnsigned(document, keys), {
      keys: [{ keyId: 'watch', publicKey: '' }],
      verify: async () => 'valid',
    });
    setRegistry({ status: 'ready', registry });
  };
  const log = createRemoteLog(() => 1);
  const proved: number[] = [];
  const held = new Set<string>();
  const holdListeners: (() => void)[] = [];
  const { getSnapshot, subscribe, set } = createSubject<readonly ChosenRelease[]>(tried ? [tried] : []);
  const releases = () => new Map(getSnapshot().map((release) => [release.id, release]));
  const releaseManager = createReleaseManager({
    previews: { subscribe, releases, failed: () => set([]) },
    registry: { subscribe: onRegistry, getSnapshot: registryNow },
    log,
    accepted: { prove: (_id, sequence) => void proved.push(sequence) },
    provenBefore: async () => proven,
    isHeld: ({ id }) => held.has(id),
    isTooNew: ({ declaration }) =>
      needsNewerConsole(declaration, {
        versions: { '@device-console/shared-lib/ui': ui },
        apiVersion: '1.0.0',
      }),
    onHoldChange: (listener) => void holdListeners.push(listener),
  });
  releaseManager.operatorIs(operator);
  await read(registryDocument(first));
  const used = () =>
    releaseManager.getSnapshot().releases.map(({ declaration, source }) => `${declaration.version} ${source}`);
  const inUse = () => {
    const [release] = releaseManager.getSnapshot().releases;
    if (!release) throw new Error('nothing is in use');
    return release;
  };
  return {
    releaseManager,
    log,
    proved,
    used,
    inUse,
    beginPreview: (release: ChosenRelease) => set([release]),
    endPreview: () => set([]),
    waiting: () => releaseManager.getSnapshot().waiting,
    fallbacks: () => releaseManager.getSnapshot().fallbacks,
    deploy: (...entries: readonly RegistryEntry[]) => read(registryDocument(entries)),
    withdraw: (entry: RegistryEntry, reason: string) => {
      const { baseUrl = '', publishedAt = '' } = entry.canary ?? {};
      const at = '2026-01-05T10:00:00Z';
      const withdrawal = { id: 'mf-x', baseUrl, publishedAt, at, reason, keyId: 'watch', signature: '' };
      return read({ schemaVersion: 1, remotes: [entry], withdrawals: [withdrawal] });
    },
    hold: (isHeld: boolean) => {
      if (isHeld) held.add('mf-x');
      else held.clear();
      for (const listener of holdListeners) listener();
    },
  };
}
