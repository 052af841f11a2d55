import { commandList, mayAccess, type Command } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import { screenAt } from '@device-console/shared-lib/remote/host';
import type { Session } from '@device-console/shared-lib/session';
import { inOrder } from '../common/command-order.ts';
import { guardScreen, menuAudience, platformPage, type ScreenRoute } from '../navigation/screen-routes.ts';
import { declaredTitle } from '../releases/release.ts';
import type { Choice, ChoiceGroup } from './choices.ts';
import { t } from '../t.ts';

/** According to the deployed remotes' declarations. */
export interface Openable {
  readonly commands: readonly { readonly command: Command; readonly route: ScreenRoute }[];
  /** Other screens whose address has no parameters. */
  readonly screens: readonly ScreenRoute[];
  /** Remotes' offers at the addresses of screens that the operator may open, in order. */
  readonly offers: readonly SearchOffer[];
}

/** An entry that a remote adds. */
interface SearchOffer extends Pick<Choice, 'title' | 'words' | 'icon'> {
  readonly address: string;
  readonly order: number;
}

/** The screens that the operator's own menu may link to (N1 to N3, N5). */
export function openableOf(session: Session, routes: readonly ScreenRoute[]): Openable {
  const audience = menuAudience(session);
  const allowed = routes.filter((route) => route.audience === audience && guardScreen(session, route) === 'allowed');
  const open = allowed.filter(({ screen }) => !screen.path.includes(':'));
  const commandAt = new Map(commandList.map((command) => [command.screen, command]));
  const commands = open.flatMap((route) => {
    const command = commandAt.get(route.screen.path);
    return command ? [{ command, route }] : [];
  });
  return {
    commands: commands.toSorted((one, other) => inOrder(one.command, other.command)),
    screens: open.filter(({ screen }) => !commandAt.has(screen.path)),
    offers: allowed.flatMap((route) => offersAt(session, route)).toSorted((one, other) => one.order - other.order),
  };
}

function offersAt(session: Session, { audience, entry: { declaration }, screen }: ScreenRoute): readonly SearchOffer[] {
  return (declaration.contributions?.searchCommands ?? [])
    .filter((offer) => screenAt(declaration.screens, offer.address) === screen && mayAccess(session, offer))
    .map(({ title, order, address }) => ({
      title: declaredTitle(declaration, title),
      words: title,
      icon: screen.icon,
      order,
      address: addressOf(audience, address),
    }));
}

export function screenOf({ screens }: Openable, path: string): ScreenRoute | undefined {
  return screens.find(({ screen }) => screen.path === path);
}

export const titleOf = ({ entry, screen }: ScreenRoute): string => declaredTitle(entry.declaration, screen.title);

/** Also finds a command by its English title. */
export const wordsOfCommand = ({ title, heading = '' }: Command): string => `${title} ${heading} ${t.known(heading)}`;

export function screenGroups(
  { commands, screens, offers }: Openable,
  session: Session,
  open: (address: string) => void,
): readonly ChoiceGroup[] {
  const audience = menuAudience(session);
  const choice = (address: string, title: string, icon: Choice['icon'], words = ''): Choice => ({
    id: `screen ${address}`,
    title,
    icon,
    words,
    onChoose: () => open(address),
  });
  return [
    {
      id: 'commands',
      title: t('Commands'),
      choices: commands.map(({ command, route }) =>
        choice(route.address, t.known(command.title), command.icon, wordsOfCommand(command)),
      ),
    },
    {
      id: 'offers',
      title: t('Actions'),
      choices: offers.map(({ address, title, icon, words }) => ({
        ...choice(address, title, icon, words),
        id: `offer ${address} ${words}`,
      })),
    },
    {
      id: 'screens',
      title: t('Screens'),
      choices: [
        choice(addressOf(audience, ''), t('Home'), 'home'),
        ...screens.map((route) => choice(route.address, titleOf(route), route.screen.icon, route.screen.title)),
        ...(audience === 'superadmin' ? [choice(platformPage.address, platformPage.title, platformPage.icon)] : []),
        choice(addressOf(audience, 'logout'), t('Logout'), 'logout'),
      ],
    },
  ];
}
