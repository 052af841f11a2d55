import type { ReactNode } from 'react';
import { type CommandId, commandList, type Command, type DeviceRow } from '@device-console/shared-lib/contract';
import { useDeviceActions, type DeviceActionLink } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass, Card } from '@device-console/shared-lib/ui';
import { LineIcon, isLineIconName, type LineIconName } from '@device-console/shared-lib/ui/icons';
import styles from './device.module.css';
import { t } from '../t.ts';

/** `command`: the one that it opens; null if it sends nothing. */
interface DeviceAction extends DeviceActionLink {
  readonly command: Command | null;
}

/** Each command next to the one that undoes it. What cannot be undone has its own group. */
const groups: readonly (readonly [title: string, commands: readonly CommandId[]])[] = [
  [t('Lock'), ['lock', 'unlock']],
  [t('Notification'), ['notify']],
  [t('Apps'), ['disableApp', 'restoreApp', 'blockApp', 'unblockApp']],
  [t('Wallpaper'), ['setWallpaper', 'removeWallpaper']],
  [t('Alarm'), ['activateAlarm', 'deactivateAlarm']],
  [t('Camera'), ['disableCamera', 'enableCamera']],
  [t('Credit'), ['enableCredit', 'revokeCredit']],
];
const FOR_GOOD = t('These cannot be undone');

function actionIcon({ command }: DeviceAction): LineIconName {
  if (command === null) return 'audit';
  return isLineIconName(command.icon) ? command.icon : 'command';
}

/** An action's id ends with that of its command. */
function withCommand(action: DeviceActionLink): DeviceAction {
  return { ...action, command: commandList.find(({ id }) => action.id.endsWith(`/${id}`)) ?? null };
}

const isForGood = ({ command }: DeviceAction): boolean =>
  command?.destructive === true && command.inverse === undefined;

/** By title; those that cannot be undone last. */
function actionGroups(actions: readonly DeviceAction[]): readonly (readonly [string, readonly DeviceAction[]])[] {
  const grouped = groups.map(([title, commands]) => {
    const members = commands.flatMap((wanted) => actions.filter(({ command }) => command?.id === wanted));
    return [title, members] as const;
  });
  const rest = actions.filter((action) => !grouped.some(([, members]) => members.includes(action)));
  const further = rest.filter((action) => !isForGood(action));
  return [[t('Further'), further] as const, ...grouped, [FOR_GOOD, rest.filter(isForGood)] as const].filter(
    ([, members]) => members.length > 0,
  );
}

interface DeviceCommandsProps {
  readonly imei: string;
  readonly device: DeviceRow;
  /** Likely in the device's state, most likely first. */
  readonly likely: readonly CommandId[];
}

/**
 * The operator's actions on a device: likely ones as buttons, the others folded, by subject, those that cannot be
 * undone last (L4, N5).
 */
export function DeviceCommands({ imei, device, likely }: DeviceCommandsProps): ReactNode {
  const actions = useDeviceActions()
    .filter(({ suits }) => suits(device))
    .map(withCommand);
  const first = likely.flatMap((id) => actions.filter(({ command }) => command?.id === id));
  const plain = actions.filter(({ command }) => command === null);
  const rest = actions.filter((action) => !first.includes(action) && !plain.includes(action));
  return (
    <Card
      title={t('Commands')}
      description={
        actions.length > 0
          ? t('Each opens its screen with this IMEI filled in. Nothing is sent from here.')
          : t('You may not send commands to devices.')
      }
    >
      {first.length + plain.length > 0 && (
        <div role="group" aria-label={t('Likely now')}>
          <div className={styles['links']}>
            {[...first, ...plain].map((action, index) => (
              <ActionLink key={action.id} action={action} imei={imei} isMain={index === 0 && first.length > 0} />
            ))}
          </div>
        </div>
      )}
      {rest.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('All other commands ({count})', { count: String(rest.length) })}</summary>
          <div className={styles['groups']}>
            {actionGroups(rest).map(([title, members]) => (
              <div
                key={title}
                role="group"
                aria-label={title}
                className={styles['group']}
                data-for-good={title === FOR_GOOD}
              >
                <p className={styles['groupTitle']}>{title}</p>
                <div className={styles['links']}>
                  {members.map((action) => (
                    <ActionLink key={action.id} action={action} imei={imei} />
                  ))}
                </div>
              </div>
            ))}
          </div>
        </details>
      )}
    </Card>
  );
}

interface ActionLinkProps {
  readonly action: DeviceAction;
  readonly imei: string;
  readonly isMain?: boolean | undefined;
}

function ActionLink({ action, imei, isMain = false }: ActionLinkProps): ReactNode {
  return (
    <Link className={buttonClass({ variant: isMain ? 'primary' : 'secondary' })} to={action.hrefFor(imei)}>
      <LineIcon name={actionIcon(action)} size={16} />
      {action.title}
    </Link>
  );
}
