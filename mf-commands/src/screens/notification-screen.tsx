import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { NotificationCard } from '../notification/notification-card.tsx';
import { CommandPage } from './command-page.tsx';

/** Separate, so that other commands do not load its form. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return <CommandPage screenId={screenId} Single={NotificationCard} />;
}
