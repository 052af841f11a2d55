// Whose addresses, permissions and contributions are, as the console decides it (D25), for those who check and publish.
import { signatureState } from './keys.mjs';
import { claimsOf, nameOwnership, namesOf, permissionNames, readEntry } from './rules.mjs';

const readable = (candidate) => {
  const read = readEntry(candidate);
  return read.status === 'usable' ? [read.entry] : [];
};

/** The entries of a registry but that of `id`. Where keys are known, those alone count that are signed by one. */
function othersIn(document, id, keys) {
  const others = document.remotes.filter((entry) => entry?.id !== id);
  return others.filter((entry) => keys.length === 0 || signatureState(entry, keys) === 'valid').flatMap(readable);
}

/** `claims` of the entry that is to take the place of `previous`, the present one, if that is to be trusted. */
export const nextClaims = (next, { document, id, previous, keys, now }) =>
  claimsOf(next, { previous: readable(previous)[0] ?? null, others: othersIn(document, id, keys), now });

/** Why the console would leave out parts of an entry, in sentences that say whose the name is and what to do. */
export function nameProblems(entry, { document, id, keys }) {
  const { permit } = nameOwnership([...othersIn(document, id, keys), entry], { keys });
  const declarations = [entry.declaration, ...(entry.canary ? [entry.canary.declaration] : [])];
  return [...new Set(declarations.flatMap((declaration) => permit(declaration).refusals))];
}

/**
 * The names of a declaration as config.json may keep them for its key; permissions of the specification are everybody's
 * to ask for.
 */
export function keepableNames(declaration) {
  const named = (kind) => namesOf(declaration).flatMap((name) => (name.kind === kind ? [name.name] : []));
  const permissions = named('permission').filter((name) => !permissionNames.includes(name));
  return {
    addresses: named('address'),
    permissions,
    actions: named('action'),
    contributions: named('contribution'),
  };
}

/** The same of a build that is not published, against the registry of a console. */
export function buildNameProblems(declaration, { registry, registryKeys: keys }) {
  const { id } = declaration;
  const document = registry ?? { remotes: [] };
  const present = document.remotes.find((entry) => entry?.id === id);
  const previous = present && signatureState(present, keys) === 'valid' ? present : null;
  const now = Date.now();
  const claims = nextClaims({ declaration, canary: null }, { document, id, previous, keys, now });
  const entry = { id, claims, publishedAt: new Date(now).toISOString(), declaration, canary: null };
  return nameProblems(entry, { document, id, keys });
}
