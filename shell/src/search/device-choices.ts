import type { Command, CommandId, CommandVariant } from '@device-console/shared-lib/contract';
import { commandTitle, withImei, type DeviceActionLink } from '@device-console/shared-lib/console';
import type { Choice, ChoiceGroup } from './choices.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { screenOf, titleOf, wordsOfCommand, type Openable } from './screen-choices.ts';
import { t } from '../t.ts';

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
