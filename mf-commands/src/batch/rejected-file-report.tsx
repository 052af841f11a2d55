import type { ReactNode } from 'react';
import type { RejectedFile } from '@device-console/shared-lib/csv';
import { Notice } from '@device-console/shared-lib/ui';
import { FileDetails } from '@device-console/shared-lib/imei-file';
import { InvalidRows } from './invalid-rows.tsx';

/** Why a file cannot be used at all (B1, B3, D14). */
export function RejectedFileReport({ file }: { readonly file: RejectedFile }): ReactNode {
  return (
    <>
      <FileDetails file={file} />
      <Notice tone="danger" title={file.reason}>{file.detail}</Notice>
      {file.errors.length > 0 && <InvalidRows errors={file.errors} />}
    </>
  );
}
