import type { ReactNode } from 'react';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { useBatchSubject } from './batch-context.ts';
import { t } from '../t.ts';

/** A file from another screen that waits for this card. */
export function HandedOverNotice({ name, drop }: { readonly name: string; readonly drop: () => void }): ReactNode {
  const { variant } = useBatchSubject();
  return (
    <Notice tone="info" actions={<Button onPress={drop}>{t('Remove the waiting file')}</Button>}>
      {variant === null
        ? t('{file} waits here. It is read as soon as the choice below is made.', { file: name })
        : t('{file} waits here. It is read as soon as this card is free; nothing of it has been sent.', { file: name })}
    </Notice>
  );
}
