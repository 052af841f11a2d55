import { isLooser, specifiedScreens, type SpecifiedScreen } from '../contract/index.ts';
import { screenAt, type RemoteDeclaration } from '../remote/host.ts';
import {
  addressName,
  type DeclaredName,
  nameOf,
  namesOfPart,
  namesOfScreen,
  type NamingPart,
  type NamingScreen,
  type Objection,
  objectionToAll,
} from './names.ts';
import { formatLocale } from '../i18n/index.ts';

const kindWords = {
  address: 'the address',
  permission: 'the permission',
  action: 'the device action',
  contribution: 'the contribution',
} as const;
const inWords = (names: readonly string[]): string =>
  new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(names);

/** The name's owner and what to do, in sentences; the first is a clause. */
function describeObjection(objection: Objection, { kind, name }: DeclaredName, id: string): string {
  const what = `${kindWords[kind]} "${name}"`;
  switch (objection.why) {
    case 'unusable':
      return `${what} must begin with a plain word of letters, digits, dashes and underscores.`;
    case 'host':
      return `${what} is the console's own. Choose another.`;
    case 'listed': {
      const whose = objection.for.length > 0 ? `belongs to ${inWords(objection.for)}` : `is not among those of ${id}`;
      return (
        `${what} ${whose} by registryKeys of config.json. ` +
        `Choose another, or let the administrator list it there for ${id}.`
      );
    }
    case 'several':
      return (
        `${what} is declared by ${inWords(objection.among)}, so none of them has it. ` +
        'Choose another, or let the administrator list it in registryKeys of config.json for one of them.'
      );
  }
}

/** The access that a screen needs at an address of the specification, as a clause (N5, N6, D9). */
function describeSpecified(path: string, { permission, roles }: SpecifiedScreen): string {
  const asked =
    permission === undefined
      ? `be closed to all but ${inWords(roles ?? [])}`
      : `ask for the permission "${permission}"`;
  return `at "${path}" it must ${asked}, as the specification says.`;
}

/** A declaration without forbidden parts, and a sentence for each of them. */
export interface Permitted {
  readonly declaration: RemoteDeclaration;
  readonly refusals: readonly string[];
}

/**
 * Why no remote may have this screen at its address, or null (D25, N5, N6): the address is the console's, or the screen
 * is more open than the specification's.
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

/** Leaves out parts with an objection, and screens that may not be at their addresses. */
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
  const homePanels = keptParts('Home panel', contributions?.homePanels);
  const commands = keptParts('search command', contributions?.searchCommands);
  if (refusals.length === 0) return { declaration, refusals };
  const deviceActions = actions?.filter(({ screen }) => screens.some(({ id }) => id === screen));
  const searchCommands = commands?.filter(({ address }) => screenAt(screens, address) !== undefined);
  return {
    declaration: {
      ...declaration,
      screens,
      ...(contributions && {
        contributions: { ...contributions, deviceActions, devicePanels, homePanels, searchCommands },
      }),
    },
    refusals,
  };
}
