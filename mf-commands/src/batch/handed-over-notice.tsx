import type { ReactNode } from 'react';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { useBatchSubject } from './batch-context.ts';

/** A file from another screen that waits for this card. */
export function HandedOverNotice({ name, drop }: { readonly name: string; readonly drop: () => void }): ReactNode {
  const { variant } = useBatchSubject();
  return (
    <Notice tone="info" actions={<Button onPress={drop}>{messages.dropHandedOver}</Button>}>
      {variant === null ? messages.handedOverChoice(name) : messages.handedOver(name)}
    </Notice>
  );
}
