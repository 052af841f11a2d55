import type { ReactNode } from 'react';
import { commandList } from '@device-console/shared-lib/contract';
import { useDeviceActions, type DeviceActionLink } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, buttonClass, Card } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';

const texts = messages.device;

/** An action's id ends with the id of the command that it opens; actions that are no commands destroy nothing. */
function isDestructive({ id }: DeviceActionLink): boolean {
  return commandList.some((command) => command.destructive && id.endsWith(`/${command.id}`));
}

/** The actions that this operator may take on a device, those that take something away apart (L4, N5). */
export function DeviceCommands({ imei }: { readonly imei: string }): ReactNode {
  const actions = useDeviceActions();
  const destructive = actions.filter(isDestructive);
  const others = actions.filter((action) => !isDestructive(action));
  return (
    <Card title={texts.commands} description={actions.length > 0 ? texts.actionsHelp : texts.noActions}>
      {others.length > 0 && <Links label={texts.plainActions} actions={others} imei={imei} variant="secondary" />}
      {destructive.length > 0 && (
        <>
          <p>{texts.destructive}</p>
          <Links label={texts.destructiveActions} actions={destructive} imei={imei} variant="danger" />
        </>
      )}
    </Card>
  );
}

interface LinksProps {
  readonly label: string;
  readonly actions: readonly DeviceActionLink[];
  readonly imei: string;
  readonly variant: 'secondary' | 'danger';
}

function Links({ label, actions, imei, variant }: LinksProps): ReactNode {
  return (
    <div role="group" aria-label={label}>
      <Actions>
        {actions.map(({ id, title, hrefFor }) => (
          <Link key={id} className={buttonClass({ variant })} to={hrefFor(imei)}>
            {title}
          </Link>
        ))}
      </Actions>
    </div>
  );
}
