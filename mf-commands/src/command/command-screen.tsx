import type { ReactNode } from 'react';
import { commandById } from '@device-console/shared-lib/contract';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Page } from '@device-console/shared-lib/ui';
import { BatchArea } from '../batch/batch-area.tsx';
import { SingleCard } from './single-card.tsx';

/** Every command's screen: what differs between two commands stands in their rows of the command table. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  const command = commandById(screenId);
  return (
    <Page title={command.title}>
      <SingleCard key={`single ${command.id}`} command={command} />
      {command.batch && <BatchArea key={`batch ${command.id}`} command={command} />}
    </Page>
  );
}
