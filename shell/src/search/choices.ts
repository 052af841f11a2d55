import type { ReactNode } from 'react';
import {
  type Command,
  type CommandId,
  commandList,
  type CommandVariant,
  mayAccess,
} from '@device-console/shared-lib/contract';
import { addressOf, commandTitle, type DeviceActionLink, withImei } from '@device-console/shared-lib/console';
import { screenAt } from '@device-console/shared-lib/remote/host';
import type { Session } from '@device-console/shared-lib/session';
import { inOrder } from '../common/command-order.ts';
import { commandAt, guardScreen, menuAudience, platformPage, type ScreenRoute } from '../navigation/screen-routes.ts';
import { declaredTitle } from '../releases/release.ts';
import { t } from '../t.ts';

export interface Choice {
  readonly id: string;
  readonly title: string;
  /** If the title is more than text. */
  readonly label?: ReactNode;
  readonly detail?: string | undefined;
  readonly words?: string | undefined;
  /** The host may not know it. */
  readonly icon: string | undefined;
  readonly onChoose: () => void;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly Choice[];
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

const foundBy = ({ title, words = '' }: Choice): readonly string[] => wordsOf(`${title} ${words}`);

/** The words of a text that begin a result's word: text around an IMEI matches nothing. */
export function knownWords(groups: readonly ChoiceGroup[], text: string): string {
  const present = groups.flatMap(({ choices }) => choices.flatMap(foundBy));
  return wordsOf(text)
    .filter((word) => present.some((one) => one.startsWith(word)))
    .join(' ');
}

/** The results whose words the text begins, in any order; title matches first. Leaves out empty groups. */
export function matching(groups: readonly ChoiceGroup[], text: string): readonly ChoiceGroup[] {
  const wanted = wordsOf(text);
  const beginning = text.trim().toLowerCase();
  const fits = (choice: Choice): boolean => {
    const present = foundBy(choice);
    return wanted.every((word) => present.some((one) => one.startsWith(word)));
  };
  const rank = ({ title }: Choice): number => (title.toLowerCase().startsWith(beginning) ? 0 : 1);
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(fits).toSorted((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ choices }) => choices.length > 0);
}

interface OpenableCommand {
  readonly command: Command;
  readonly route: ScreenRoute;
}

/** According to the deployed remotes' declarations. */
export interface Openable {
  readonly commands: readonly OpenableCommand[];
  /** Commands that the gateway does not have. */
  readonly notOffered: readonly OpenableCommand[];
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
export function openableOf(
  session: Session,
  routes: readonly ScreenRoute[],
  isOffered: (command: Command) => boolean,
): Openable {
  const audience = menuAudience(session);
  const allowed = routes.filter((route) => route.audience === audience && guardScreen(session, route) === 'allowed');
  const open = allowed.filter(({ screen }) => !screen.path.includes(':'));
  const commandOf = new Map(commandList.map((command) => [command.screen, command]));
  const isUsable = (command: Command | undefined): boolean => command === undefined || isOffered(command);
  const commands = open.flatMap((route) => {
    const command = commandOf.get(route.screen.path);
    return command ? [{ command, route }] : [];
  });
  const sorted = commands.toSorted((one, other) => inOrder(one.command, other.command));
  return {
    commands: sorted.filter(({ command }) => isOffered(command)),
    notOffered: sorted.filter(({ command }) => !isOffered(command)),
    screens: open.filter(({ screen }) => !commandOf.has(screen.path) && isUsable(commandAt(screen.path))),
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

function screenOf({ screens }: Openable, path: string): ScreenRoute | undefined {
  return screens.find(({ screen }) => screen.path === path);
}

const titleOf = ({ entry, screen }: ScreenRoute): string => declaredTitle(entry.declaration, screen.title);

/** Also finds a command by its English title. */
export const wordsOfCommand = ({ title, heading = '' }: Command): string => `${title} ${heading} ${t.known(heading)}`;

export function screenGroups(
  { commands, notOffered, screens, offers }: Openable,
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
  const ofCommand = ({ command, route }: OpenableCommand): Choice =>
    choice(route.address, t.known(command.title), command.icon, wordsOfCommand(command));
  return [
    {
      id: 'commands',
      title: t('Commands'),
      choices: [
        ...commands.map(ofCommand),
        ...notOffered.map((one) => ({ ...ofCommand(one), detail: t('Not offered') })),
      ],
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

/** A command with its chosen variant, if it has several (C4, C5). */
export interface ChosenCommand {
  readonly command: Command;
  readonly variant: CommandVariant;
  readonly title: string;
}

interface DeviceChoicesOptions {
  readonly imei: string;
  readonly openable: Openable;
  /** Most likely first. */
  readonly likely: readonly CommandId[];
  readonly actions: readonly DeviceActionLink[];
  readonly send: (chosen: ChosenCommand) => void;
  readonly open: (address: string) => void;
}

/** Likely commands first; the others keep their order. */
function placeOf({ id }: Command, likely: readonly CommandId[]): number {
  const place = likely.indexOf(id);
  return place === -1 ? likely.length : place;
}

function commandChoices(
  { command, address }: { readonly command: Command; readonly address: string },
  { imei, send, open }: DeviceChoicesOptions,
): readonly Choice[] {
  const { id, icon, form } = command;
  const title = t.known(command.title);
  const words = wordsOfCommand(command);
  if (form === 'notification') {
    const onChoose = (): void => open(withImei(address, imei));
    return [{ id: `send ${id}`, title, words, icon, detail: t('Opens its form'), onChoose }];
  }
  return command.variants.map((variant) => {
    const named = commandTitle(command, variant);
    const onChoose = (): void => send({ command, variant, title: named });
    return {
      id: `send ${variant.action}`,
      title: named,
      words: `${words} ${variant.choice?.title ?? ''}`,
      icon,
      onChoose,
    };
  });
}

/** Likely ones first (N5). */
export function commandGroup(options: DeviceChoicesOptions): ChoiceGroup {
  const { openable, likely } = options;
  const choices = openable.commands
    .toSorted((one, other) => placeOf(one.command, likely) - placeOf(other.command, likely))
    .flatMap(({ command, route: { address } }) => commandChoices({ command, address }, options));
  return { id: 'send', title: t('Send to this device'), choices };
}

/** The screens that show a device, and remotes' offers besides commands; the operator audit last. */
export function aboutGroup({ imei, openable, actions, open }: DeviceChoicesOptions): ChoiceGroup {
  const own = ['device', 'deviceDetails', 'auditReport'].flatMap((path) => screenOf(openable, path) ?? []);
  const taken = new Set(
    [...own, ...openable.commands.map(({ route }) => route)].map(({ address }) => withImei(address, imei)),
  );
  const operators = screenOf(openable, 'operatorAudit');
  const ofScreen = (route: ScreenRoute, address: string): Choice => ({
    id: route.address,
    title: titleOf(route),
    icon: route.screen.icon,
    words: route.screen.title,
    onChoose: () => open(address),
  });
  return {
    id: 'about',
    title: t('About this device'),
    choices: [
      ...own.map((route) => ofScreen(route, withImei(route.address, imei))),
      ...actions
        .map(({ id, title, hrefFor }) => ({ id, title, address: hrefFor(imei) }))
        .filter(({ address }) => !taken.has(address))
        .map(({ id, title, address }) => ({ id, title, icon: 'chevron-right', onChoose: () => open(address) })),
      ...(operators
        ? [
            {
              ...ofScreen(operators, `${withImei(operators.address, imei)}&range=30-days`),
              detail: t('30 days'),
            },
          ]
        : []),
    ],
  };
}
