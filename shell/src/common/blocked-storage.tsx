import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** Where site data is blocked: what does not last or work, and how to allow it (D15). */
export function BlockedStorageNotice(): ReactNode {
  return (
    <Notice tone="warning" announce="off" title={t('This browser keeps nothing for this page')}>
      {t(
        'Its settings block site data. Your login ends with a reload, and no batch can be run. Allow site data for ' +
          'this address, then reload the page.',
      )}
    </Notice>
  );
}
