import type { ReleaseManager } from './release-manager.ts';

const USED_KEY = 'console:remotesUsed';

/** Leaves word for the boot script of the next load, which preloads before it is known who gets which release. */
export function rememberUsedReleases(
  { subscribe, getSnapshot }: Pick<ReleaseManager, 'subscribe' | 'getSnapshot'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): void {
  let before = storage.getItem(USED_KEY) ?? '{}';
  subscribe(() => {
    const unusual = getSnapshot()
      .releases.filter(({ source }) => source !== 'registry')
      .map(({ id, baseUrl }) => [id, baseUrl] as const);
    const now = JSON.stringify(Object.fromEntries(unusual));
    if (now === before) return;
    before = now;
    try {
      storage.setItem(USED_KEY, now);
    } catch (error) {
      // Without room for it the next load preloads the live release.
      if (!(error instanceof DOMException)) throw error;
    }
  });
}
