import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { CommandPage } from './command-page.tsx';
import { SingleCard } from './single-card.tsx';

/** The screen of every command but the notification: what differs stands in their rows of the command table. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return <CommandPage screenId={screenId} Single={SingleCard} />;
}
