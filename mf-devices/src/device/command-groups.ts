import { commandList, type Command, type CommandId } from '@device-console/shared-lib/contract';
import type { DeviceActionLink } from '@device-console/shared-lib/console';
import { isLineIconName, type LineIconName } from '@device-console/shared-lib/ui/icons';
import { t } from '../t.ts';

/** An action on a device with the command that it opens; null for one that sends nothing. */
export interface DeviceAction extends DeviceActionLink {
  readonly command: Command | null;
}

/** Actions of one kind. */
export interface ActionGroup {
  readonly id: string;
  readonly title: string;
  readonly actions: readonly DeviceAction[];
  /** They cannot be undone. */
  readonly isForGood: boolean;
}

/** What belongs together, each command beside the one that undoes it. What cannot be undone has a group of its own. */
const groups: readonly { readonly id: string; readonly title: string; readonly commands: readonly CommandId[] }[] = [
  { id: 'lock', title: t('Lock'), commands: ['lock', 'unlock'] },
  { id: 'notification', title: t('Notification'), commands: ['notify'] },
  { id: 'apps', title: t('Apps'), commands: ['disableApp', 'restoreApp', 'blockApp', 'unblockApp'] },
  { id: 'wallpaper', title: t('Wallpaper'), commands: ['setWallpaper', 'removeWallpaper'] },
  { id: 'alarm', title: t('Alarm'), commands: ['activateAlarm', 'deactivateAlarm'] },
  { id: 'camera', title: t('Camera'), commands: ['disableCamera', 'enableCamera'] },
  { id: 'credit', title: t('Credit'), commands: ['enableCredit', 'revokeCredit'] },
];

/** The drawing beside an action. */
export function actionIcon({ command }: DeviceAction): LineIconName {
  if (command === null) return 'audit';
  return isLineIconName(command.icon) ? command.icon : 'command';
}

/** An action's id ends with the id of the command that it opens. */
export function withCommand(action: DeviceActionLink): DeviceAction {
  return { ...action, command: commandList.find(({ id }) => action.id.endsWith(`/${id}`)) ?? null };
}

const isForGood = ({ command }: DeviceAction): boolean =>
  command !== null && command.destructive && command.inverse === undefined;

/** Actions by what they are about: those that send nothing first, those that cannot be undone last. */
export function actionGroups(actions: readonly DeviceAction[]): readonly ActionGroup[] {
  const grouped = groups.map(({ id, title, commands }) => ({
    id,
    title,
    isForGood: false,
    actions: commands.flatMap((wanted) => actions.filter(({ command }) => command?.id === wanted)),
  }));
  const rest = actions.filter((action) => !grouped.some((group) => group.actions.includes(action)));
  return [
    { id: 'other', title: t('Further'), isForGood: false, actions: rest.filter((action) => !isForGood(action)) },
    ...grouped,
    { id: 'for-good', title: t('These cannot be undone'), isForGood: true, actions: rest.filter(isForGood) },
  ].filter((group) => group.actions.length > 0);
}
