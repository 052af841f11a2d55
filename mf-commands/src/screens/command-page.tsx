import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { type Command, copyCall, isImei, mayAccess } from '@device-console/shared-lib/contract';
import {
  afterPaint,
  failureText,
  QueryNotice,
  useAddresses,
  useCode,
  useConsole,
  useSession,
} from '@device-console/shared-lib/console';
import { Button, Card, FailureState, Page, Spinner } from '@device-console/shared-lib/ui';
import { commandScreenById } from './command-screens.ts';
import type { SingleFormProps } from '../command/single-forms.tsx';
import styles from './screens.module.css';
import { t } from '../t.ts';

/** Loads when the form has been painted. */
async function loadDevice(): Promise<DeviceView> {
  await afterPaint();
  return (await import('./looked-up-device.tsx')).LookedUpDevice;
}

type DeviceView = ComponentType<{ readonly imei: string }>;

interface TargetDeviceProps {
  readonly imei: string;
  /** Must be the same function each time. */
  readonly load?: () => Promise<DeviceView>;
}

/** The device that a form is about to send to, for operators who may look devices up (L1, L3, N5). */
export function TargetDevice(props: TargetDeviceProps): ReactNode {
  return mayAccess(useSession(), { permission: 'Device Details' }) && <AllowedDevice {...props} />;
}

function AllowedDevice({ imei, load = loadDevice }: TargetDeviceProps): ReactNode {
  const { state, retry } = useCode(load);
  const LookedUpDevice = state.last;
  return (
    <div className={styles['device']}>
      <Card title={t('The device')}>
        {isImei(imei) ? (
          <div className={styles['looked']}>
            {LookedUpDevice && <LookedUpDevice key={imei} imei={imei} />}
            <QueryNotice
              state={state}
              tone="warning"
              title={t('The device could not be looked up. You can send the command anyway.')}
              onRetry={retry}
              fetching={t('Looking up the device')}
            />
          </div>
        ) : (
          <p className={styles['hint']}>{t('Enter an IMEI to see its device here.')}</p>
        )}
      </Card>
    </div>
  );
}

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
            <BatchArea key={`batch ${command.id}`} command={command} />
          </div>
        )}
        {shows === 'everything' && (
          <div className={styles['log']}>
            <SessionLog command={command} />
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
      <div className={styles['form']} data-form={command.form}>
        <Single command={command} onTarget={setImei} />
      </div>
      <TargetDevice imei={imei} />
    </>
  );
}

/** Loads when the form has been painted, before there is something to list. */
async function loadLog(): Promise<ComponentType<{ readonly command: Command }>> {
  await afterPaint();
  return (await import('../command/command-log.tsx')).CommandLog;
}

/** What was sent and scanned here in this session (C1, D2e). */
function SessionLog({ command }: { readonly command: Command }): ReactNode {
  const { state, retry } = useCode(loadLog);
  const CommandLog = state.last;
  if (CommandLog) return <CommandLog command={command} />;
  return <QueryNotice state={state} tone="warning" title={t('The log could not be loaded')} onRetry={retry} />;
}

/** The operator's runner is above the screens (D16); cards and engine load when the single form has been painted. */
function BatchArea({ command }: { readonly command: Command }): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, retry } = useCode(
    useCallback(async () => {
      await afterPaint();
      const [manager, { BatchCards, fileKinds }] = await Promise.all([loadBatches(), import('./command-batches.ts')]);
      const kind = fileKinds[command.batch?.file ?? 'imei'];
      return { operator: email, manager, runner: manager.runnerFor(email, command), kind, BatchCards };
    }, [loadBatches, command, email]),
  );
  if (state.last) {
    const { BatchCards, operator, ...batches } = state.last;
    return <BatchCards key={operator} command={command} {...batches} />;
  }
  return (
    <Card title={t('Many devices (CSV)')}>
      {state.status === 'failed' ? (
        <FailureState title={t('Batches are not available')} actions={<Button onPress={retry}>{t('Retry')}</Button>}>
          {failureText(state.error)}
        </FailureState>
      ) : (
        <Spinner label={t('Looking for an unfinished batch')} />
      )}
    </Card>
  );
}
