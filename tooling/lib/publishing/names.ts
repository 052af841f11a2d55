// Which remote owns which addresses, permissions and contributions, by the console's own rule (D25).
import type { Naming } from '@device-console/shared-lib/trust';
import { type KeptNames, type ListedKey, signatureState } from './keys.ts';
import {
  type EntryDocument,
  type RemoteDocument,
  hostAddresses,
  nameOwnership,
  namesOf,
  permissionNames,
  readEntry,
  releasesOf,
  specifiedAccess,
  usableEntries,
} from './rules.ts';
import type { DeployedConsole } from './deployed-console.ts';
import type { RegistryDocument } from './registry.ts';

/**
 * Why the console would leave out parts of an entry: who owns the name, and what to do. If keys are known, only entries
 * that one of them signed own names.
 */
export function nameProblems(
  entry: EntryDocument,
  { remotes }: Pick<RegistryDocument, 'remotes'>,
  keys: readonly ListedKey[],
): string[] {
  const read = readEntry(entry);
  if (read.status === 'broken') return [read.message];
  const others = remotes.filter(
    (other) => other && other.id !== entry.id && (keys.length === 0 || signatureState(other, keys) === 'valid'),
  );
  const { permit } = nameOwnership([...usableEntries(others), read.entry], keys);
  return [...new Set(releasesOf(read.entry).flatMap(({ declaration }) => permit(declaration).refusals))];
}

/**
 * The names of a declaration that config.json may reserve for its key. Any remote may ask for the specification's
 * permissions.
 */
export function keepableNames(declaration: Naming): KeptNames {
  const named = (kind: ReturnType<typeof namesOf>[number]['kind']): string[] =>
    namesOf(declaration).flatMap((name) => (name.kind === kind ? [name.name] : []));
  return {
    addresses: named('addresses'),
    permissions: named('permissions').filter((name) => !(permissionNames as readonly string[]).includes(name)),
    actions: named('actions'),
    contributions: named('contributions'),
  };
}

const noNames: KeptNames = { addresses: [], permissions: [], actions: [], contributions: [] };

/** How names of the remote `id` begin, by the kind of name: `spareParts`, `Spare Parts`, `spare-parts`. */
function startsOf(id: string): Record<keyof KeptNames, string> {
  const dashed = id.replace(/^mf-/, '');
  const words = dashed.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const address = words.join('');
  return {
    addresses: address.charAt(0).toLowerCase() + address.slice(1),
    permissions: words.join(' '),
    actions: dashed,
    contributions: dashed,
  };
}

/**
 * Names to list for the key of the remote `id`: all that begin as it does, those of later versions included, and what
 * else it declares. Without a pattern where that would take names of the console or of the specification.
 */
export function suggestedNames(id: string, declared: KeptNames = noNames): KeptNames {
  const starts = startsOf(id);
  const taken = {
    ...noNames,
    addresses: [...Object.keys(specifiedAccess()), ...hostAddresses],
    permissions: [...permissionNames],
  };
  const suggested = (kind: keyof KeptNames): string[] => {
    const begins = (name: string): boolean => name.toLowerCase().startsWith(starts[kind].toLowerCase());
    if (taken[kind].some(begins)) return declared[kind];
    return [`${starts[kind]}*`, ...declared[kind].filter((name) => !begins(name))];
  };
  return {
    addresses: suggested('addresses'),
    permissions: suggested('permissions'),
    actions: suggested('actions'),
    contributions: suggested('contributions'),
  };
}

/** Like {@link nameProblems}, for an unpublished build and a console's registry. */
export function buildNameProblems(
  declaration: RemoteDocument,
  { registry, registryKeys: keys }: Pick<DeployedConsole, 'registry' | 'registryKeys'>,
): string[] {
  const publishedAt = new Date().toISOString();
  const entry = { id: declaration.id, sequence: 1, baseUrl: './', publishedAt, declaration, canary: null };
  return nameProblems(entry, registry ?? { remotes: [] }, keys);
}
