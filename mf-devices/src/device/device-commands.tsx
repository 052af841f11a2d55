import type { ReactNode } from 'react';
import type { CommandId } from '@device-console/shared-lib/contract';
import { useDeviceActions } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass, Card } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { actionGroups, actionIcon, withCommand, type DeviceAction } from './command-groups.ts';
import styles from './device.module.css';
import { t } from '../t.ts';

interface DeviceCommandsProps {
  readonly imei: string;
  /** The commands that the device's state makes likely, most likely first. */
  readonly likely: readonly CommandId[];
}

/**
 * The actions that this operator may take on a device: the likely ones as buttons, the rest folded, by what they are
 * about, and what cannot be undone last (L4, N5).
 */
export function DeviceCommands({ imei, likely }: DeviceCommandsProps): ReactNode {
  const actions = useDeviceActions().map(withCommand);
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
            {actionGroups(rest).map(({ id, title, isForGood, actions: ofGroup }) => (
              <div key={id} role="group" aria-label={title} className={styles['group']} data-for-good={isForGood}>
                <p className={styles['groupTitle']}>{title}</p>
                <div className={styles['links']}>
                  {ofGroup.map((action) => (
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
  /** The likeliest of all. */
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
