import { useState, type ComponentType, type ReactNode, useEffect } from 'react';
import { copyCall, type Command, isImei, mayAccess } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole, useQuery, useSession, QueryNotice } from '@device-console/shared-lib/console';
import { Page, Card } from '@device-console/shared-lib/ui';
import { BatchArea } from '../batch/batch-area.tsx';
import { commandScreenById } from './command-screens.ts';
import type { SingleFormProps } from '../command/single-forms.tsx';
import styles from './screens.module.css';
import { t } from '../t.ts';

/** Loads after the form, which does not wait for it. */
const loadDevice = async () => (await import('./looked-up-device.tsx')).LookedUpDevice;

type DeviceView = ComponentType<{ readonly imei: string }>;

interface TargetDeviceProps {
  readonly imei: string;
  /** Must be the same function each time. */
  readonly load?: () => Promise<DeviceView>;
}

/** The device that a form is about to send to, for operators who may look devices up (L1, L3, N5). */
export function TargetDevice({ imei, load = loadDevice }: TargetDeviceProps): ReactNode {
  const session = useSession();
  if (!mayAccess(session, { permission: 'Device Details' })) return null;
  return (
    <div className={styles['device']}>
      <Card title={t('The device')}>
        <Device imei={imei} load={load} />
      </Card>
    </div>
  );
}

function Device({ imei, load }: Required<TargetDeviceProps>): ReactNode {
  const { state, ask } = useQuery<undefined, DeviceView>(load);
  useEffect(() => ask(undefined), [ask]);
  const LookedUpDevice = state.last;
  if (!isImei(imei)) return <p className={styles['hint']}>{t('Enter an IMEI to see its device here.')}</p>;
  return (
    <div className={styles['looked']}>
      {LookedUpDevice && <LookedUpDevice key={imei} imei={imei} />}
      <QueryNotice
        state={state}
        tone="warning"
        title={t('The device could not be looked up. You can send the command all the same.')}
        onRetry={() => ask(undefined)}
        fetching={t('Looking up the device')}
      />
    </div>
  );
}

/** Loads with the batch engine, after the single form. */
const loadCards = async () => (await import('./command-batches.tsx')).CommandBatches;

interface CommandPageProps {
  readonly screenId: string;
  readonly Single: ComponentType<SingleFormProps>;
}

/** A command's form of one device, and its batches. */
export function CommandPage({ screenId, Single }: CommandPageProps): ReactNode {
  const { command, shows } = commandScreenById(screenId);
  const { api } = useConsole();
  const takesBatches = command.batch !== null && api.offers(copyCall(command.batch.copyPath));
  return (
    <Page title={t.known(command.heading ?? command.title)}>
      <div className={styles['columns']}>
        {shows === 'everything' && <OneDevice key={`single ${command.id}`} command={command} Single={Single} />}
        {takesBatches && (
          <div className={styles['batch']}>
            <BatchArea key={`batch ${command.id}`} command={command} loadCards={loadCards} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** The single form, and beside it if there is room, the device that it is about to send to. */
function OneDevice({ command, Single }: Omit<CommandPageProps, 'screenId'> & { readonly command: Command }): ReactNode {
  const [imei, setImei] = useState(useAddresses().imei ?? '');
  return (
    <>
      <Single command={command} onTarget={setImei} />
      <TargetDevice imei={imei} />
    </>
  );
}
