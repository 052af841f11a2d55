// Which remote owns which addresses, permissions and contributions, by the console's own rule (D25).
import type { Naming } from '@device-console/shared-lib/trust';
import { type KeptNames, type ListedKey, signatureState } from './keys.ts';
import {
  type EntryDocument,
  type RemoteDocument,
  nameOwnership,
  namesOf,
  permissionNames,
  readEntry,
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
  const { declaration, canary } = read.entry;
  const others = remotes.filter(
    (other) => other && other.id !== entry.id && (keys.length === 0 || signatureState(other, keys) === 'valid'),
  );
  const { permit } = nameOwnership([...usableEntries(others), read.entry], keys);
  const declarations = [declaration, ...(canary ? [canary.declaration] : [])];
  return [...new Set(declarations.flatMap((declared) => permit(declared).refusals))];
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

/** Like {@link nameProblems}, for an unpublished build and a console's registry. */
export function buildNameProblems(
  declaration: RemoteDocument,
  { registry, registryKeys: keys }: Pick<DeployedConsole, 'registry' | 'registryKeys'>,
): string[] {
  const publishedAt = new Date().toISOString();
  const entry = { id: declaration.id, sequence: 1, baseUrl: './', publishedAt, declaration, canary: null };
  return nameProblems(entry, registry ?? { remotes: [] }, keys);
}
