import { useState, type ComponentType, type ReactNode } from 'react';
import { copyCall, type Command } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Page } from '@device-console/shared-lib/ui';
import { BatchArea } from '../batch/batch-area.tsx';
import { commandScreenById } from './command-screens.ts';
import { TargetPreviewContext } from '../command/target-preview.ts';
import styles from './screens.module.css';
import { TargetDevice } from './target-device.tsx';
import { t } from '../t.ts';

/** Fetched with the batch engine, after the form of one device. */
const loadCards = async () => (await import('./command-batches.tsx')).CommandBatches;

/** The form that sends a command to one device. */
type SingleForm = ComponentType<{ readonly command: Command }>;

interface CommandPageProps {
  readonly screenId: string;
  readonly Single: SingleForm;
}

/** The page of a command: its form of one device, and its batches. */
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

/** The form of one device and, beside it where there is room, the device that it is about to meet. */
function OneDevice({ command, Single }: { readonly command: Command; readonly Single: SingleForm }): ReactNode {
  const [imei, setImei] = useState(useAddresses().imei ?? '');
  return (
    <>
      <TargetPreviewContext value={setImei}>
        <Single command={command} />
      </TargetPreviewContext>
      <TargetDevice imei={imei} />
    </>
  );
}
