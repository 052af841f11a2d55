// Which remote owns which addresses, permissions and contributions, by the console's own rule (D25).
import { type KeptNames, type ListedKey, signatureState } from './keys.ts';
import { type EntryDocument, completeEntry, nameOwnership, namesOf, permissionNames, readEntry } from './rules.ts';
import type { RegistryEntry, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import type { Naming } from '@device-console/shared-lib/trust';
import type { DeployedConsole } from './deployed-console.ts';
import type { RegistryDocument } from './registry.ts';

/** A registry, the id of the remote to compare with the others, and the trusted keys. */
type Neighbours = { document: Pick<RegistryDocument, 'remotes'>; id: string; keys: readonly ListedKey[] };

const readable = (candidate: unknown): RegistryEntry[] => {
  const read = readEntry(candidate);
  return read.status === 'usable' ? [read.entry] : [];
};

/** The entries of a registry except that of `id`. If keys are known, only entries that one of them signed. */
function othersIn(document: Neighbours['document'], id: string, keys: readonly ListedKey[]): RegistryEntry[] {
  const others = document.remotes.flatMap((entry) => (entry && entry.id !== id ? [entry] : []));
  return others.filter((entry) => keys.length === 0 || signatureState(entry, keys) === 'valid').flatMap(readable);
}

/** Why the console would leave out parts of an entry: who owns the name, and what to do. */
export function nameProblems(entry: EntryDocument, { document, id, keys }: Neighbours): string[] {
  const complete = completeEntry(entry);
  const { permit } = nameOwnership([...othersIn(document, id, keys), complete], keys);
  const declarations = [complete.declaration, ...(complete.canary ? [complete.canary.declaration] : [])];
  return [...new Set(declarations.flatMap((declaration) => permit(declaration).refusals))];
}

/**
 * The names of a declaration that config.json may reserve for its key. Any remote may ask for the specification's
 * permissions.
 */
export function keepableNames(declaration: Naming): KeptNames {
  const named = (kind: ReturnType<typeof namesOf>[number]['kind']): string[] =>
    namesOf(declaration).flatMap((name) => (name.kind === kind ? [name.name] : []));
  const permissions = named('permission').filter((name) => !(permissionNames as readonly string[]).includes(name));
  return {
    addresses: named('address'),
    permissions,
    actions: named('action'),
    contributions: named('contribution'),
  };
}

/** Like {@link nameProblems}, for an unpublished build and a console's registry. */
export function buildNameProblems(
  declaration: RemoteDeclaration,
  { registry, registryKeys: keys }: Pick<DeployedConsole, 'registry' | 'registryKeys'>,
): string[] {
  const { id } = declaration;
  const publishedAt = new Date().toISOString();
  const entry = { id, sequence: 1, baseUrl: './', publishedAt, declaration, canary: null };
  return nameProblems(entry, { document: registry ?? { remotes: [] }, id, keys });
}
