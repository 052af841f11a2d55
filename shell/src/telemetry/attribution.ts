import type { StackFrame } from '@device-console/shared-lib/telemetry';
import type { ChosenRelease } from '../releases/release.ts';

/**
 * Whose an error is: a remote's, the console's own, or of something else in the page, such as a browser's extension.
 */
export type Attribution =
  | { readonly owner: 'remote'; readonly release: ChosenRelease }
  | { readonly owner: 'host' }
  | { readonly owner: 'others' };

/** Knows the releases that have run on a page. */
export interface Attributions {
  /** Errors of code at the addresses of these are theirs from now on, also once others have replaced them. */
  readonly learn: (releases: readonly ChosenRelease[]) => void;
  /**
   * Whose an error is, by the scripts that it passed, the innermost first: the first of a remote, because what a remote
   * calls of the console's library fails by what it was given; else the console's own.
   */
  readonly of: (frames: readonly Pick<StackFrame, 'url'>[]) => Attribution;
}

/** Most releases of which the addresses are kept. */
const RELEASES = 100;

/** Makes the attributions of the page at `pageUrl`. */
export function createAttributions(pageUrl: string): Attributions {
  const byAddress = new Map<string, ChosenRelease>();
  const { origin } = new URL(pageUrl);
  return {
    learn: (releases) => {
      for (const release of releases) byAddress.set(new URL(release.baseUrl, pageUrl).href, release);
      for (const [address] of [...byAddress].slice(0, -RELEASES)) byAddress.delete(address);
    },
    of: (frames) => {
      const addresses = [...byAddress];
      for (const { url } of frames) {
        const found = addresses.find(([address]) => url.startsWith(address));
        if (found) return { owner: 'remote', release: found[1] };
      }
      const isOwn =
        frames.length === 0 || frames.some(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
      return { owner: isOwn ? 'host' : 'others' };
    },
  };
}
