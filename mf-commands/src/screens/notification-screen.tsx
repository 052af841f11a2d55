import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { NotificationCard } from '../notification/notification-card.tsx';
import { CommandPage } from './command-page.tsx';

/** The screen of notifications, whose form would weigh on every other command's. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return <CommandPage screenId={screenId} Single={NotificationCard} />;
}
