import { partsOf, type Asset } from '@device-console/shared-lib/remote/host';
import type { Release } from '../releases/release.ts';

declare global {
  /** The hash of a remote's file by address. Remotes' runtimes ask before they load a chunk. */
  var deviceConsoleIntegrity: ((url: string) => string | undefined) | undefined;
}

/** The form that subresource integrity accepts. */
export const usableHash = /^sha(256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}$/;

/** The hashes of all files that remotes may load. */
export interface IntegrityLookup {
  /** Lets the files of an accepted release load. */
  readonly allow: (release: Release) => void;
  /** Undefined if no accepted release lists the file. */
  readonly hashOf: (url: string) => string | undefined;
  /**
   * Lets files below this one address run without a hash: the unsigned builds of a development override's dev server.
   * Replaces any earlier address; null ends it.
   */
  readonly allowUnsigned: (baseUrl: string | null) => void;
  readonly isAllowedUnsigned: (url: string) => boolean;
}

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

/** Relative addresses are resolved against `base`. */
export function createIntegrityLookup(base: string): IntegrityLookup {
  const hashes = new Map<string, string>();
  let unsigned: string | null = null;
  return {
    allow: (release) => {
      for (const { file, integrity } of filesOf(release)) {
        if (usableHash.test(integrity)) hashes.set(new URL(release.baseUrl + file, base).href, integrity);
      }
    },
    hashOf: (url) => hashes.get(new URL(url, base).href),
    allowUnsigned: (baseUrl) => {
      unsigned = baseUrl;
    },
    isAllowedUnsigned: (url) => unsigned !== null && new URL(url, base).href.startsWith(unsigned),
  };
}

/** Makes it global and frozen: no remote can replace it. */
export function publishIntegrityLookup(lookup: IntegrityLookup): void {
  Object.defineProperty(globalThis, 'deviceConsoleIntegrity', {
    value: Object.freeze((url: string) => lookup.hashOf(url)),
    writable: false,
    configurable: false,
  });
}
