import { canonicalJson } from '../contract/index.ts';

/**
 * Returns what the signature of a registry entry is over: its canonical JSON without `signature`, so that it does not
 * depend on how the file was written. Takes the entry as it was read, with fields that this version does not know.
 */
export function signedText(entry: object): string {
  return canonicalJson(Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'signature')));
}
