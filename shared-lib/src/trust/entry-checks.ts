import type { ConsoleConfig } from '../contract/index.ts';
import { readEntry, signedText, type RegistryEntry } from '../remote/host.ts';
import { verifySignature } from './signature.ts';

/** What an entry is checked against. */
export interface EntryRules {
  /** Of config.json. */
  readonly keys: ConsoleConfig['registryKeys'];
  /** `registryEpoch` of config.json. */
  readonly epoch: number;
}

/**
 * Why an entry is refused, as a clause within a sentence, or null: unsigned, altered, signed by a wrong key, of another
 * epoch. `raw`: the entry as read.
 */
export async function signatureFault(
  { id, keyId, signature, epoch: ofEntry }: RegistryEntry,
  raw: Readonly<Record<string, unknown>>,
  { keys, epoch }: EntryRules,
): Promise<string | null> {
  if (keyId === null || signature === null) return 'its registry entry is not signed';
  const signed = `its registry entry is signed by the key "${keyId}", which`;
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (!key) return `${signed} config.json does not list`;
  if (!key.remotes.includes(id)) return `${signed} may sign ${key.remotes.join(', ') || 'nothing'} and not ${id}`;
  const result = await verifySignature(key.publicKey, signedText(raw), signature);
  if (result === 'unusable-key') return `the key "${keyId}" in config.json is no ECDSA P-256 public key`;
  if (result === 'invalid')
    return `its registry entry was changed after it was signed, or was signed by another key than "${keyId}"`;
  if (ofEntry === epoch) return null;
  const epochs = `epoch ${ofEntry} of the registry and not for ${epoch}, which config.json names`;
  return `its registry entry was published for ${epochs}. Its team publishes it again`;
}

/** An entry of a remote that this browser stored, if it still passes; else null. */
export async function keptEntry(id: string, candidate: unknown, rules: EntryRules): Promise<RegistryEntry | null> {
  const read = readEntry(candidate);
  const isItsOwn = read.status === 'usable' && read.id === id;
  return isItsOwn && (await signatureFault(read.entry, read.raw, rules)) === null ? read.entry : null;
}

/** The most that an entry's number may exceed the accepted one: a browser may have been away for long. */
export const longestStep = 1_000_000;

/** Why a different entry with this number cannot follow the accepted one, or null. */
export function stepFault(sequence: number, last: number): string | null {
  if (sequence < last) {
    return `its registry entry is an old one put back: number ${sequence}, after ${last} was accepted here`;
  }
  if (sequence === last) {
    return `its registry entry is another one under the number ${sequence} than the one that was accepted here`;
  }
  if (sequence - last <= longestStep) return null;
  return `its registry entry jumps from number ${last}, which was accepted here, to ${sequence}`;
}

const DAY_MS = 86_400_000;

/** Why an entry cannot have been published yet, or null; publisher and server may differ by a day. */
export function futureFault({ publishedAt }: RegistryEntry, now: number): string | null {
  if (!(Date.parse(publishedAt) > now + DAY_MS)) return null;
  return `its registry entry is dated ${publishedAt}, which is still to come`;
}

/** Since when an entry has expired, as a clause; null if not. `now` is milliseconds since the epoch. */
export function expiryFault({ expiresAt }: RegistryEntry, now: number): string | null {
  if (expiresAt === null || Date.parse(expiresAt) > now) return null;
  return `its registry entry expired on ${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
