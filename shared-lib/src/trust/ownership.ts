import type { ConsoleConfig } from '../contract/index.ts';
import { type RegistryEntry, type RemoteDeclaration, screenAt } from '../remote/host.ts';
import {
  type DeclaredName,
  described,
  faultOfName,
  inWords,
  isEverybodys,
  namesOf,
  namesOfAction,
  namesOfPart,
  namesOfScreen,
  screenFault,
} from './names.ts';

type KeyNames = Pick<ConsoleConfig['registryKeys'][number], 'remotes' | 'names'>;

/** A declaration without forbidden parts, and a sentence for each of them. */
interface Permitted {
  readonly declaration: RemoteDeclaration;
  readonly refusals: readonly string[];
}

/** Which remote owns which names of a registry (D25). */
export interface Ownership {
  /** Leaves out screens and contributions with names that the remote may not have, and screens that are too open. */
  readonly permit: (declaration: RemoteDeclaration) => Permitted;
}

/** Why a remote may not have this one of its names (D25), as a clause and what to do; null if it may. */
type NameFault = (name: DeclaredName) => string | null;

/**
 * Decides which remote owns each name. If `names` in config.json's registryKeys list it, the remotes of those keys do.
 * Otherwise only remotes of keys without `names` may have it. A name that several such remotes declare belongs to none
 * of them, except a listed permission, which several may require.
 */
export function nameOwnership(
  entries: readonly Pick<RegistryEntry, 'id' | 'declaration' | 'canary' | 'preview'>[],
  keys: readonly KeyNames[],
): Ownership {
  const declaring = remotesByName(entries);

  function faultFor(id: string, name: DeclaredName): string | null {
    const fault = faultOfName(name);
    if (fault !== null) return fault;
    const listed = listedFor(name, keys);
    const mayHave = (remote: string): boolean =>
      listed.length > 0 ? listed.includes(remote) : !hasNames(remote, keys);
    if (name.kind === 'permissions' && (listed.length > 0 ? mayHave(id) : isEverybodys(name))) return null;
    if (!mayHave(id)) {
      const whose = listed.length > 0 ? `belongs to ${inWords(listed)}` : `is not among those of ${id}`;
      return (
        `${described(name)} ${whose} by registryKeys of config.json. ` +
        `Choose another, or let the administrator list it there for ${id}.`
      );
    }
    const others = (declaring.get(name.key) ?? []).filter((other) => other !== id && mayHave(other));
    if (others.length === 0) return null;
    return (
      `${described(name)} is declared by ${inWords([id, ...others].toSorted())}, so none of them has it. ` +
      'Choose another, or let the administrator list it in registryKeys of config.json for one of them.'
    );
  }

  return { permit: (declaration) => permittedPart(declaration, (name) => faultFor(declaration.id, name)) };
}

function listedFor({ kind, name }: DeclaredName, keys: readonly KeyNames[]): readonly string[] {
  const wanted = name.toLowerCase();
  const covers = (listed: string): boolean =>
    listed.endsWith('*') ? wanted.startsWith(listed.slice(0, -1)) : wanted === listed;
  return keys
    .filter(({ names }) => names?.[kind].some((listed) => covers(listed.toLowerCase())))
    .flatMap(({ remotes }) => remotes);
}

function hasNames(id: string, keys: readonly KeyNames[]): boolean {
  const own = keys.filter(({ remotes }) => remotes.includes(id));
  return own.length > 0 && own.every(({ names }) => names !== undefined);
}

/** The remotes that declare each name, by key. A screen that may not be at its address declares none. */
function remotesByName(
  entries: readonly Pick<RegistryEntry, 'id' | 'declaration' | 'canary' | 'preview'>[],
): ReadonlyMap<string, readonly string[]> {
  const declaring = new Map<string, string[]>();
  for (const { id, declaration, canary, preview } of entries) {
    const declarations = [declaration, canary?.declaration, preview?.declaration].filter((one) => one !== undefined);
    const declared = declarations.flatMap((one) =>
      namesOf({ ...one, screens: one.screens.filter((screen) => screenFault(screen) === null) }),
    );
    for (const key of new Set(declared.map((name) => name.key)))
      declaring.set(key, [...(declaring.get(key) ?? []), id]);
  }
  return declaring;
}

/** Leaves out parts with a name at fault, and screens that may not be at their addresses. */
function permittedPart(declaration: RemoteDeclaration, nameFault: NameFault): Permitted {
  const refusals: string[] = [];
  const kept = <Part extends { readonly title: string }>(
    what: string,
    parts: readonly Part[] = [],
    namesIn: (part: Part) => readonly DeclaredName[],
    otherFault: (part: Part) => string | null = () => null,
  ): Part[] =>
    parts.filter((part) => {
      const fault =
        namesIn(part)
          .map(nameFault)
          .find((found) => found !== null) ?? otherFault(part);
      if (fault !== null) refusals.push(`The ${what} "${part.title}" is not shown: ${fault}`);
      return fault === null;
    });
  const { contributions } = declaration;
  const screens = kept('screen', declaration.screens, namesOfScreen, screenFault);
  const actions = kept('device action', contributions?.deviceActions, namesOfAction);
  const devicePanels = kept('panel', contributions?.devicePanels, namesOfPart);
  const homePanels = kept('Home panel', contributions?.homePanels, namesOfPart);
  const commands = kept('search command', contributions?.searchCommands, namesOfPart);
  if (refusals.length === 0) return { declaration, refusals };
  const deviceActions = actions.filter(({ screen }) => screens.some(({ id }) => id === screen));
  const searchCommands = commands.filter(({ address }) => screenAt(screens, address) !== undefined);
  return {
    declaration: {
      ...declaration,
      screens,
      contributions: { ...contributions, deviceActions, devicePanels, homePanels, searchCommands },
    },
    refusals,
  };
}
