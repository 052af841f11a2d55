import type { ConsoleConfig } from '../contract/index.ts';
import type { RemoteDeclaration } from '../remote/index.ts';
import { declaredNames, statedSince, timeOf, type ClaimingEntry } from './claims.ts';
import { isEverybodys, objectionToAll, type DeclaredName, type NameKind } from './names.ts';
import type { Objection } from './objection.ts';
import { permittedPart, screenFault, type Permitted } from './permitted.ts';

type KeyNames = Pick<ConsoleConfig['registryKeys'][number], 'remotes' | 'names'>;

/** What decides besides the claims themselves. */
export interface OwnershipRules {
  readonly keys: readonly KeyNames[];
  /** The remote that had a name at the last decision, by the name's key; it keeps it while it claims it. */
  readonly before?: ReadonlyMap<string, string> | undefined;
}

/** Whose the names of a registry are (D25). */
export interface Ownership {
  /** The remote that has a name, by the name's key; without names that several or none have. */
  readonly holders: ReadonlyMap<string, string>;
  /** Leaves out screens and contributions whose names its remote may not have, and screens that are too open. */
  readonly permit: (declaration: RemoteDeclaration) => Permitted;
}

interface Claim {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const listNames: Readonly<Record<NameKind, keyof NonNullable<KeyNames['names']>>> = {
  address: 'addresses',
  permission: 'permissions',
  action: 'actions',
  contribution: 'contributions',
};

/**
 * Decides for every name of a registry whose it is: a remote for whose key config.json keeps it; else the one that had
 * it before; else the one that claimed it first. Where two claimed it at one moment neither has it. A permission that
 * config.json keeps for several is theirs together.
 */
export function nameOwnership(
  entries: readonly ClaimingEntry[],
  { keys, before = new Map() }: OwnershipRules,
): Ownership {
  const claimed = claimsOfAll(entries);

  function objectionTo(id: string, name: DeclaredName): Objection | null {
    const toAll = objectionToAll(name);
    if (toAll) return toAll;
    const kept = keptFor(name, keys);
    if (kept.length > 0 && !kept.includes(id)) return { why: 'kept', for: kept };
    if (name.kind === 'permission' && (kept.length > 0 || isEverybodys(name))) return null;
    const claims = (claimed.get(name.key)?.claims ?? []).filter(
      (claim) => kept.length === 0 || kept.includes(claim.id),
    );
    if (claims.every((claim) => claim.id === id)) return null;
    const holder = claims.find((claim) => claim.id === before.get(name.key)) ?? earliest(claims);
    if (!holder) return { why: 'tie', among: claims.map((claim) => claim.id) };
    return holder.id === id ? null : { why: 'taken', by: holder.id, since: holder.since };
  }

  const holders = [...claimed.values()].flatMap(({ name, claims }) => {
    const [holder, ...more] = claims.filter(({ id }) => objectionTo(id, name) === null);
    return holder && more.length === 0 && !isEverybodys(name) ? [[name.key, holder.id] as const] : [];
  });
  return {
    holders: new Map(holders),
    permit: (declaration) => permittedPart(declaration, (name) => objectionTo(declaration.id, name)),
  };
}

/** The remotes for whose keys config.json keeps a name; none where it keeps it for nobody. */
function keptFor({ kind, name }: DeclaredName, keys: readonly KeyNames[]): readonly string[] {
  const wanted = name.toLowerCase();
  const covers = (listed: string): boolean =>
    listed.endsWith('*') ? wanted.startsWith(listed.slice(0, -1)) : wanted === listed;
  return [
    ...new Set(
      keys
        .filter(({ names }) => names?.[listNames[kind]].some((listed) => covers(listed.toLowerCase())))
        .flatMap(({ remotes }) => remotes),
    ),
  ];
}

/** The one claim that is earlier than all others, if there is one. */
function earliest(claims: readonly Claim[]): Claim | null {
  const [first, second] = claims.toSorted((left, right) => left.since - right.since);
  return first && first.since !== second?.since ? first : null;
}

/** What cannot stand at its address claims nothing. */
function withoutFaults({ declaration, canary }: ClaimingEntry): Pick<ClaimingEntry, 'declaration' | 'canary'> {
  const whole = (one: RemoteDeclaration): RemoteDeclaration => ({
    ...one,
    screens: one.screens.filter((screen) => screenFault(screen) === null),
  });
  return { declaration: whole(declaration), canary: canary && { ...canary, declaration: whole(canary.declaration) } };
}

function claimsOfAll(
  entries: readonly ClaimingEntry[],
): ReadonlyMap<string, { readonly name: DeclaredName; readonly claims: readonly Claim[] }> {
  const claimed = new Map<string, { name: DeclaredName; claims: Claim[] }>();
  for (const entry of entries) {
    for (const name of declaredNames(withoutFaults(entry))) {
      const { claims } = claimed.get(name.key) ?? { claims: [] };
      claimed.set(name.key, {
        name,
        claims: [...claims, { id: entry.id, since: timeOf(statedSince(entry, name.key)) }],
      });
    }
  }
  return claimed;
}
