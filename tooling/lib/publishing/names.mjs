// Which remote owns which addresses, permissions and contributions, by the console's own rule (D25).
/** @import { RegistryEntry, RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
/** @import { Naming } from '@device-console/shared-lib/trust' */
/** @import { DeployedConsole } from './deployed-console.mjs' */
/** @import { KeptNames, ListedKey } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
/** @import { EntryDocument } from './rules.mjs' */
import { signatureState } from './keys.mjs';
import { completeEntry, nameOwnership, namesOf, permissionNames, readEntry } from './rules.mjs';

/**
 * A registry, the id of the remote to compare with the others, and the trusted keys.
 * @typedef {{ document: Pick<RegistryDocument, 'remotes'>, id: string, keys: readonly ListedKey[] }} Neighbours
 */

/** @type {(candidate: unknown) => RegistryEntry[]} */
const readable = (candidate) => {
  const read = readEntry(candidate);
  return read.status === 'usable' ? [read.entry] : [];
};

/**
 * The entries of a registry except that of `id`. If keys are known, only entries that one of them signed.
 * @type {(document: Neighbours['document'], id: string, keys: readonly ListedKey[]) => RegistryEntry[]}
 */
function othersIn(document, id, keys) {
  const others = document.remotes.flatMap((entry) => (entry && entry.id !== id ? [entry] : []));
  return others.filter((entry) => keys.length === 0 || signatureState(entry, keys) === 'valid').flatMap(readable);
}

/**
 * Why the console would leave out parts of an entry: who owns the name, and what to do.
 * @type {(entry: EntryDocument, place: Neighbours) => string[]}
 */
export function nameProblems(entry, { document, id, keys }) {
  const complete = completeEntry(entry);
  const { permit } = nameOwnership([...othersIn(document, id, keys), complete], keys);
  const declarations = [complete.declaration, ...(complete.canary ? [complete.canary.declaration] : [])];
  return [...new Set(declarations.flatMap((declaration) => permit(declaration).refusals))];
}

/**
 * The names of a declaration that config.json may reserve for its key. Any remote may ask for the specification's
 * permissions.
 * @type {(declaration: Naming) => KeptNames}
 */
export function keepableNames(declaration) {
  /** @type {(kind: ReturnType<typeof namesOf>[number]['kind']) => string[]} */
  const named = (kind) => namesOf(declaration).flatMap((name) => (name.kind === kind ? [name.name] : []));
  const permissions = named('permission').filter(
    (name) => !(/** @type {readonly string[]} */ (permissionNames).includes(name)),
  );
  return {
    addresses: named('address'),
    permissions,
    actions: named('action'),
    contributions: named('contribution'),
  };
}

/**
 * Like {@link nameProblems}, for an unpublished build and a console's registry.
 * @type {(declaration: RemoteDeclaration, deployed: Pick<DeployedConsole, 'registry' | 'registryKeys'>) => string[]}
 */
export function buildNameProblems(declaration, { registry, registryKeys: keys }) {
  const { id } = declaration;
  const publishedAt = new Date().toISOString();
  const entry = { id, sequence: 1, baseUrl: './', publishedAt, declaration, canary: null };
  return nameProblems(entry, { document: registry ?? { remotes: [] }, id, keys });
}
