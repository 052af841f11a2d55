import type { ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** Shown if the server knows only the specification's fields, without the header (T3, T6, D1a). */
export function HeaderNotSent(): ReactNode {
  const { api } = useConsole();
  return api.offers(calls.lockNotification, 'header') ? null : (
    <Notice tone="info">
      {t('This server sends only the text; the header is shown only here and in the results.')}
    </Notice>
  );
}
