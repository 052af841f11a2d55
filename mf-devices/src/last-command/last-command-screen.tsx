import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Page } from '@device-console/shared-lib/ui';
import { FileLookup } from '../lookup/file-lookup.tsx';
import { t } from '../t.ts';

/** The first device of each IMEI of a file, with its last command (L5). */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return (
    <Page
      title={t('Last Command Reports')}
      lead={t('The last command of each device in a file, and the state of the device.')}
    >
      <FileLookup screenId={screenId} take="first" />
    </Page>
  );
}
