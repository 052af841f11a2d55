import type { ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { notificationMessages } from '../notification-messages.ts';

/** Says so where the server knows the specification's fields alone, which have none for the header (T3, T6, D1a). */
export function HeaderNotSent(): ReactNode {
  const { api } = useConsole();
  return api.offers(calls.lockNotification, 'header') ? null : (
    <Notice tone="info">{notificationMessages.headerNotSent}</Notice>
  );
}
