import type { ConsoleConfig } from '../contract/index.ts';
import { readEntries, readEntry, signedText, type ReadEntry, type RegistryEntry } from '../remote/index.ts';
import type { AcceptedEntries } from './accepted-entries.ts';
import { verifySignature, type SignatureVerdict } from './signature.ts';

/** A remote whose entry cannot be used: its screens are missing. */
export interface RegistryProblem {
  readonly id: string;
  readonly message: string;
}

/** A remote whose present entry was refused: the last good one is used in its place. */
export interface RefusedEntry extends RegistryProblem {
  /** The version that is used instead. */
  readonly version: string;
}

/** The registry after every entry was read and its signature checked. */
export interface Registry {
  /** What may be loaded: accepted entries, and last good ones in the place of refused ones. */
  readonly entries: readonly RegistryEntry[];
  readonly problems: readonly RegistryProblem[];
  readonly refused: readonly RefusedEntry[];
}

/** What trust in an entry rests on. */
export interface TrustOptions {
  /** `registryKeys` of config.json. */
  readonly keys: ConsoleConfig['registryKeys'];
  readonly accepted: AcceptedEntries;
  readonly verify?: (publicKey: string, text: string, signature: string) => Promise<SignatureVerdict>;
}

/** Decides which entries of a registry may be used. */
export interface Trust {
  /**
   * Reads `registry.json` and checks every entry: signed, by a key that may sign this remote, unaltered, and not older than what this
   * browser has accepted before. A refused entry is replaced by the last good one, whose signature is checked again.
   * @throws RegistryError when the document is no registry
   */
  readonly examine: (document: unknown) => Promise<Registry>;
  /** The last entry of a remote that showed a screen before the present one came, if its signature still counts; else null. */
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
}

const NO_KEYS = 'config.json lists no registryKeys, so no signature can be checked. An administrator adds the public key of each team there';

/** Makes the trust of one browser in one console's registry. */
export function createTrust({ keys, accepted, verify = verifySignature }: TrustOptions): Trust {
  async function fault(entry: RegistryEntry, raw: Readonly<Record<string, unknown>>): Promise<string | null> {
    const { id, keyId, signature } = entry;
    if (keyId === null || signature === null) return 'its registry entry is not signed';
    const key = keys.find((candidate) => candidate.keyId === keyId);
    if (!key) return `its registry entry is signed by the key "${keyId}", which config.json does not list`;
    if (!key.remotes.includes(id)) return `its registry entry is signed by the key "${keyId}", which may sign ${key.remotes.join(', ') || 'nothing'} and not ${id}`;
    const verdict = await verify(key.publicKey, signedText(raw), signature);
    if (verdict === 'unusable-key') return `the key "${keyId}" in config.json is no ECDSA P-256 public key`;
    return verdict === 'valid' ? null : `its registry entry was changed after it was signed, or was signed by another key than "${keyId}"`;
  }

  async function refusal(read: ReadEntry): Promise<string | null> {
    if (read.status === 'broken') return read.message;
    const highest = accepted.of(read.id)?.sequence ?? 0;
    const wrong = await fault(read.entry, read.raw);
    if (wrong !== null) return wrong;
    if (read.entry.sequence < highest) return `its registry entry is an old one put back: number ${read.entry.sequence}, after ${highest} was accepted here`;
    return null;
  }

  async function kept(id: string, candidate: unknown): Promise<RegistryEntry | null> {
    const read = readEntry(candidate);
    return read.status === 'usable' && read.id === id && (await fault(read.entry, read.raw)) === null ? read.entry : null;
  }

  async function examineOne(read: ReadEntry): Promise<Registry> {
    const message = await refusal(read);
    if (message === null && read.status === 'usable') {
      accepted.accept(read.id, read.entry.sequence, read.raw);
      return { entries: [read.entry], problems: [], refused: [] };
    }
    const problem = { id: read.id, message: message ?? '' };
    const last = await kept(read.id, accepted.of(read.id)?.entry);
    return last
      ? { entries: [last], problems: [], refused: [{ ...problem, version: last.declaration.version }] }
      : { entries: [], problems: [problem], refused: [] };
  }

  return {
    examine: async (document) => {
      const read = readEntries(document);
      if (keys.length === 0 && read.length > 0) return { entries: [], problems: [{ id: 'every remote', message: NO_KEYS }], refused: [] };
      const parts = await Promise.all(read.map(examineOne));
      return uniqueById({
        entries: parts.flatMap(({ entries }) => entries),
        problems: parts.flatMap(({ problems }) => problems),
        refused: parts.flatMap(({ refused }) => refused),
      });
    },
    provenBefore: async (id) => kept(id, accepted.of(id)?.previous ?? null),
  };
}

/** A repeated entry is refused beside the one that is used: its last good one would stand there twice. */
function uniqueById({ entries, problems, refused }: Registry): Registry {
  return { entries: entries.filter((entry, index) => entries.findIndex(({ id }) => id === entry.id) === index), problems, refused };
}
