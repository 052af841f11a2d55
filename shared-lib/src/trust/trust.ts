import { readEntries, signedText, type ReadEntry, type RegistryEntry } from '../remote/host.ts';
import type { AcceptedEntries } from './accepted-entries.ts';
import { expiryFault, futureFault, keptEntry, signatureFault, stepFault, type EntryRules } from './entry-checks.ts';
import { nameOwnership, type Ownership } from './ownership.ts';
import { permittedEntries, type Registry, type RegistryNotice } from './registry.ts';

export interface TrustOptions extends EntryRules {
  readonly accepted: AcceptedEntries;
  /** The best known time of the server, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Decides which entries of a registry may be used. */
export interface Trust {
  /**
   * Reads `registry.json` and checks every entry: signed by a key that may sign this remote, unaltered, of this epoch,
   * not expired, and with a number that follows the accepted one. A refused entry is replaced by the last good one,
   * whose signature is checked again.
   * @throws RegistryError when the document is no registry
   */
  readonly examine: (document: unknown) => Promise<Registry>;
  /**
   * The registry as this browser last accepted it, if none can be read. Live releases only: withdrawn canaries are
   * unknown then.
   */
  readonly remembered: () => Promise<Registry>;
  /** The last earlier entry of a remote that showed a screen, if its signature counts; or null. */
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
}

const NO_KEYS =
  'config.json lists no registryKeys, so no signature can be checked. An administrator adds the public key of each ' +
  'team there';

/** `expired`: used anyway; the clause says since when. */
type Examined =
  | { readonly status: 'accepted'; readonly entry: RegistryEntry; readonly expired: string | null }
  | {
      readonly status: 'refused';
      readonly id: string;
      readonly message: string;
      readonly lastGood: RegistryEntry | null;
    };

/** The checks of one browser for one console's registry. */
export function createTrust({ accepted, now, ...rules }: TrustOptions): Trust {
  const { keys } = rules;
  const kept = (id: string, candidate: unknown) => keptEntry(id, candidate, rules);
  let ownership: Ownership = nameOwnership([], keys);

  /** Why an entry cannot follow the one accepted here. A key that is no longer listed does not count. */
  async function sequenceFault({ id, sequence }: RegistryEntry): Promise<string | null> {
    const last = accepted.of(id);
    const message = last && stepFault(sequence, last.sequence);
    return message && (await kept(id, last.entry)) ? message : null;
  }

  async function refused(id: string, message: string): Promise<Examined> {
    return { status: 'refused', id, message, lastGood: await kept(id, accepted.of(id)?.entry) };
  }

  async function examineOne(read: ReadEntry): Promise<Examined> {
    if (read.status === 'broken') return refused(read.id, read.message);
    const { id, entry, raw } = read;
    const last = accepted.of(id);
    const isInUse = last?.sequence === entry.sequence && signedText(last.entry) === signedText(raw);
    const wrong = (await signatureFault(entry, raw, rules)) ?? (isInUse ? null : await sequenceFault(entry));
    if (wrong !== null) return refused(id, wrong);
    const expired = expiryFault(entry, now());
    if (expired !== null && !isInUse) return refused(id, `${expired}. Its team renews it`);
    const future = isInUse ? null : futureFault(entry, now());
    if (future !== null) return refused(id, `${future}. Its team sets its clock and publishes again`);
    if (!isInUse) accepted.accept(id, entry.sequence, raw);
    return { status: 'accepted', entry, expired };
  }

  function registryOf(examined: readonly Examined[]): Registry {
    const used = uniqueById(
      examined.flatMap((one) => (one.status === 'accepted' ? [one.entry] : one.lastGood ? [one.lastGood] : [])),
    );
    accepted.list(examined.map((one) => (one.status === 'accepted' ? one.entry.id : one.id)));
    ownership = nameOwnership(used, keys);
    const { entries, notices } = permittedEntries(used, ownership);
    return { ownership, entries, ...refusalsOf(examined), notices: [...notices, ...examined.flatMap(expiryNotice)] };
  }

  return {
    examine: async (document) => {
      const read = readEntries(document);
      if (keys.length > 0 || read.length === 0) return registryOf(await Promise.all(read.map(examineOne)));
      return { ...registryOf([]), problems: [{ id: 'every remote', message: NO_KEYS }] };
    },
    remembered: async () => {
      const entries = await Promise.all(accepted.listed().map((id) => kept(id, accepted.of(id)?.entry)));
      const examined = entries.flatMap((entry): Examined[] =>
        entry ? [{ status: 'accepted', entry: liveOnly(entry), expired: expiryFault(entry, now()) }] : [],
      );
      return registryOf(examined);
    },
    provenBefore: async (id) => {
      const entry = await kept(id, accepted.of(id)?.previous ?? null);
      return entry && (permittedEntries([entry], ownership).entries[0] ?? null);
    },
  };
}

/** While the registry cannot be read, nobody knows what was withdrawn or ended. */
const liveOnly = (entry: RegistryEntry): RegistryEntry => ({ ...entry, canary: null, preview: null });

/** Refused entries: those without any release, and those that the last good one replaces. */
function refusalsOf(examined: readonly Examined[]): Pick<Registry, 'problems' | 'refused'> {
  const unused = examined.filter((one) => one.status === 'refused');
  return {
    problems: unused.flatMap(({ id, message, lastGood }) => (lastGood ? [] : [{ id, message }])),
    refused: unused.flatMap(({ id, message, lastGood }) =>
      lastGood ? [{ id, message, version: lastGood.declaration.version }] : [],
    ),
  };
}

function expiryNotice(one: Examined): readonly RegistryNotice[] {
  if (one.status === 'refused' || one.expired === null) return [];
  return [
    {
      about: 'expiry',
      id: one.entry.id,
      message: `${one.expired}. This browser keeps using it, others refuse it. Its team renews it`,
    },
  ];
}

/** A second entry of a remote is refused, without its last good one, which would appear twice. */
function uniqueById(entries: readonly RegistryEntry[]): readonly RegistryEntry[] {
  return entries.filter((entry, index) => entries.findIndex(({ id }) => id === entry.id) === index);
}
