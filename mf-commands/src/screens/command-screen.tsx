import type { ReactNode } from 'react';
import { copyCall } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Page } from '@device-console/shared-lib/ui';
import { BatchArea } from '../batch/batch-area.tsx';
import { commandScreenById } from './command-screens.ts';
import { SingleCard } from './single-card.tsx';
import { t } from '../t.ts';

/** Fetched with the batch engine, after the form of one device. */
const loadCards = async () => (await import('./command-batches.tsx')).CommandBatches;

/** Every command's screen: what differs between two commands stands in their rows of the command table. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  const { command, shows } = commandScreenById(screenId);
  const { api } = useConsole();
  const takesBatches = command.batch !== null && api.offers(copyCall(command.batch.copyPath));
  return (
    <Page title={t.known(command.heading ?? command.title)}>
      {shows === 'everything' && <SingleCard key={`single ${command.id}`} command={command} />}
      {takesBatches && <BatchArea key={`batch ${command.id}`} command={command} loadCards={loadCards} />}
    </Page>
  );
}
