import type { ReactNode } from 'react';
import { FileField } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';

/** The file field of a batch; any kind of file may be chosen, reading it says what is wrong (B1). */
export function ChooseFile({ onSelect }: { readonly onSelect: (file: File) => void }): ReactNode {
  return <FileField label={messages.chooseFile} description={messages.manyDevicesHint} onSelect={onSelect} />;
}
