import { partsOf, type Asset } from '@device-console/shared-lib/remote/host';
import type { Release } from '../releases/release.ts';

declare global {
  /** The hash of a remote's file by address. Remotes' runtimes ask before they load a chunk. */
  var deviceConsoleIntegrity: ((url: string) => string | undefined) | undefined;
}

/** The form that subresource integrity accepts. */
export const usableHash = /^sha(256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}$/;

/** Every file that a declaration lists, the entry and its parts' files included. */
export function filesOf({ declaration }: Release): readonly Asset[] {
  return [declaration.entry, ...declaration.assets, ...partsOf(declaration).flatMap(({ part }) => part.assets)];
}

/** Files without a usable hash, or with two different ones: they would be refused. */
export function filesWithoutHash(release: Release): readonly string[] {
  const hashes = new Map<string, string>();
  const wrong = filesOf(release).filter(({ file, integrity }) => {
    const same = (hashes.get(file) ?? integrity) === integrity;
    hashes.set(file, integrity);
    return !same || !usableHash.test(integrity);
  });
  return [...new Set(wrong.map(({ file }) => file))];
}

export type IntegrityLookup = ReturnType<typeof createIntegrityLookup>;

/** The hashes of all files that remotes may load. Relative addresses are resolved against `base`. */
export function createIntegrityLookup(base: string) {
  const hashes = new Map<string, string>();
  return {
    /** Lets the files of an accepted release load. */
    allow: (release: Release): void => {
      for (const { file, integrity } of filesOf(release)) {
        if (usableHash.test(integrity)) hashes.set(new URL(release.baseUrl + file, base).href, integrity);
      }
    },
    /** Undefined if no accepted release lists the file. */
    hashOf: (url: string): string | undefined => hashes.get(new URL(url, base).href),
  };
}

/** Makes it global and frozen: no remote can replace it. */
export function publishIntegrityLookup({ hashOf }: IntegrityLookup): void {
  Object.defineProperty(globalThis, 'deviceConsoleIntegrity', {
    value: Object.freeze((url: string) => hashOf(url)),
    writable: false,
    configurable: false,
  });
}
