import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** True if the browser blocks site data, so that what the page keeps is in memory (shell/src/boot/page-storage.ts). */
export const isStorageBlocked = (): boolean => window.deviceConsoleBoot?.isStorageBlocked ?? false;

/** Says what does not last or work then, and how to allow it (D15); else nothing. */
export function BlockedStorageNotice(): ReactNode {
  if (!isStorageBlocked()) return null;
  return (
    <Notice tone="warning" announce="off" title={t('This browser keeps nothing for this page')}>
      {t(
        'Its settings block cookies and site data here. Your login ends when the page is reloaded or closed, your ' +
          'choices are forgotten, and no batch can be run. Allow site data for this address in the settings of the ' +
          'browser, then reload the page.',
      )}
    </Notice>
  );
}
