import { canonicalJson } from '../contract/index.ts';

/**
 * The signed text of a registry entry: its canonical JSON without `signature`, so that the file's formatting does not
 * matter. Takes the entry as read, with fields unknown to this version.
 */
export function signedText(entry: object): string {
  return canonicalJson(Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'signature')));
}
