import type { ReactNode } from 'react';
import { PasteList } from '@device-console/shared-lib/imei-file';
import { FileField } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { ChooseVariant } from './choose-variant.tsx';
import { useBatchSubject } from './batch-context.ts';

/**
 * The file or list of a batch, closed until the level or device action is chosen (B14, D6). Any kind of file may be
 * chosen, reading it says what is wrong (B1).
 */
export function ChooseFile({ onSelect }: { readonly onSelect: (file: File) => void }): ReactNode {
  const { variant } = useBatchSubject();
  return (
    <>
      <ChooseVariant />
      <FileField
        label={messages.chooseFile}
        description={messages.manyDevicesHint}
        onSelect={onSelect}
        isDisabled={variant === null}
      />
      <PasteList onList={onSelect} isDisabled={variant === null} />
    </>
  );
}
