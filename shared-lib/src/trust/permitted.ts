import { isLooser, specifiedScreens } from '../contract/index.ts';
import type { RemoteDeclaration } from '../remote/index.ts';
import {
  addressName,
  nameOf,
  namesOfPart,
  namesOfScreen,
  objectionToAll,
  type DeclaredName,
  type NamingPart,
  type NamingScreen,
} from './names.ts';
import type { Objection } from './objection.ts';
import { describeObjection, describeSpecified } from './ownership-texts.ts';

/** A declaration without what its remote may not have, and a sentence for each part that is left out. */
export interface Permitted {
  readonly declaration: RemoteDeclaration;
  readonly refusals: readonly string[];
}

/**
 * Why a screen cannot stand at its address whoever declares it, or null (D25, N5, N6): the console's own address, or
 * more open than the specification's.
 */
export function screenFault({ path, audiences, ...access }: Omit<NamingScreen, 'id' | 'title'>): string | null {
  const name = addressName(path);
  const objection = objectionToAll(name);
  if (objection) return describeObjection(objection, name, '');
  const specified = specifiedScreens.get(name.name.toLowerCase());
  if (!specified) return null;
  if (isLooser(access, specified)) return describeSpecified(path, specified);
  if (audiences.every((audience) => specified.audiences.includes(audience))) return null;
  return `at "${path}" it must have no address but the superadmins', as the specification says.`;
}

/**
 * Leaves out the screens and contributions to whose names there is an objection, and screens that cannot stand at
 * their addresses.
 */
export function permittedPart(
  declaration: RemoteDeclaration,
  objectionTo: (name: DeclaredName) => Objection | null,
): Permitted {
  const refusals: string[] = [];
  const refused = (names: readonly DeclaredName[]): string | null => {
    for (const name of names) {
      const objection = objectionTo(name);
      if (objection) return describeObjection(objection, name, declaration.id);
    }
    return null;
  };
  const isKept = (what: string, reason: string | null): boolean => {
    if (reason !== null) refusals.push(`The ${what} is not shown: ${reason}`);
    return reason === null;
  };
  const screens = declaration.screens.filter((screen) =>
    isKept(`screen "${screen.title}"`, refused(namesOfScreen(screen)) ?? screenFault(screen)),
  );
  const { contributions } = declaration;
  const keptParts = <Part extends NamingPart>(what: string, parts: readonly Part[] | undefined): Part[] | undefined =>
    parts?.filter((part) => isKept(`${what} "${part.title}"`, refused(namesOfPart(part))));
  const actions = contributions?.deviceActions?.filter(({ id, title }) =>
    isKept(`device action "${title}"`, refused([nameOf('action', id)])),
  );
  const devicePanels = keptParts('panel', contributions?.devicePanels);
  const deviceColumns = keptParts('column', contributions?.deviceColumns);
  if (refusals.length === 0) return { declaration, refusals };
  const deviceActions = actions?.filter(({ screen }) => screens.some(({ id }) => id === screen));
  return {
    declaration: {
      ...declaration,
      screens,
      ...(contributions && { contributions: { ...contributions, deviceActions, devicePanels, deviceColumns } }),
    },
    refusals,
  };
}
