import type { ConsoleConfig } from '../contract/index.ts';
import type { RegistryEntry, RemoteDeclaration } from '../remote/host.ts';
import { type DeclaredName, isEverybodys, type NameKind, namesOf, type Objection, objectionToAll } from './names.ts';
import { permittedPart, screenFault, type Permitted } from './permitted.ts';

type KeyNames = Pick<ConsoleConfig['registryKeys'][number], 'remotes' | 'names'>;

/** Which remote owns which names of a registry (D25). */
export interface Ownership {
  /** Leaves out screens and contributions with names that the remote may not have, and screens that are too open. */
  readonly permit: (declaration: RemoteDeclaration) => Permitted;
}

const listNames: Readonly<Record<NameKind, keyof NonNullable<KeyNames['names']>>> = {
  address: 'addresses',
  permission: 'permissions',
  action: 'actions',
  contribution: 'contributions',
};

/**
 * Decides which remote owns each name. If `names` in config.json's registryKeys list it, the remotes of those keys do.
 * Otherwise only remotes of keys without `names` may have it. A name that several such remotes declare belongs to none
 * of them, except a listed permission, which several may require.
 */
export function nameOwnership(
  entries: readonly Pick<RegistryEntry, 'id' | 'declaration' | 'canary'>[],
  keys: readonly KeyNames[],
): Ownership {
  const declaring = remotesByName(entries);

  function objectionTo(id: string, name: DeclaredName): Objection | null {
    const toAll = objectionToAll(name);
    if (toAll) return toAll;
    const listed = listedFor(name, keys);
    const mayHave = (remote: string): boolean =>
      listed.length > 0 ? listed.includes(remote) : !hasNames(remote, keys);
    if (name.kind === 'permission' && (listed.length > 0 ? mayHave(id) : isEverybodys(name))) return null;
    if (!mayHave(id)) return { why: 'listed', for: listed };
    const others = (declaring.get(name.key) ?? []).filter((other) => other !== id && mayHave(other));
    return others.length === 0 ? null : { why: 'several', among: [id, ...others].toSorted() };
  }

  return { permit: (declaration) => permittedPart(declaration, (name) => objectionTo(declaration.id, name)) };
}

function listedFor({ kind, name }: DeclaredName, keys: readonly KeyNames[]): readonly string[] {
  const wanted = name.toLowerCase();
  const covers = (listed: string): boolean =>
    listed.endsWith('*') ? wanted.startsWith(listed.slice(0, -1)) : wanted === listed;
  return keys
    .filter(({ names }) => names?.[listNames[kind]].some((listed) => covers(listed.toLowerCase())))
    .flatMap(({ remotes }) => remotes);
}

function hasNames(id: string, keys: readonly KeyNames[]): boolean {
  const own = keys.filter(({ remotes }) => remotes.includes(id));
  return own.length > 0 && own.every(({ names }) => names !== undefined);
}

/** The remotes that declare each name, by key. A screen that may not be at its address declares none. */
function remotesByName(
  entries: readonly Pick<RegistryEntry, 'id' | 'declaration' | 'canary'>[],
): ReadonlyMap<string, readonly string[]> {
  const declaring = new Map<string, string[]>();
  for (const { id, declaration, canary } of entries) {
    const declared = [declaration, ...(canary ? [canary.declaration] : [])].flatMap((one) =>
      namesOf({ ...one, screens: one.screens.filter((screen) => screenFault(screen) === null) }),
    );
    for (const key of new Set(declared.map((name) => name.key)))
      declaring.set(key, [...(declaring.get(key) ?? []), id]);
  }
  return declaring;
}
