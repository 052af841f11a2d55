import type { ReactNode } from 'react';
import { PasteList, SampleLink } from '@device-console/shared-lib/imei-file';
import { FileField } from '@device-console/shared-lib/ui';
import { ChooseVariant } from './choose-variant.tsx';
import { useBatchSubject } from './batch-context.ts';
import { t } from '../t.ts';

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
        label={t('CSV file')}
        description={t(
          'CSV with the columns sno and imei1, one device a line, or a workbook (.xlsx, .ods) with a column imei1.',
        )}
        onSelect={onSelect}
        isDisabled={variant === null}
      />
      <SampleLink of="imei" />
      <PasteList onList={onSelect} isDisabled={variant === null} />
    </>
  );
}
