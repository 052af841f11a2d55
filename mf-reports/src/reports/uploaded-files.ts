import { useCallback, useState } from 'react';
import { failureText, saveFile, useConsole } from '@device-console/shared-lib/console';
import type { UploadRow } from './fetched-report.ts';
import { t } from '../t.ts';

/** How the download that was asked for last stands. */
export type FileDownload =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly file: string }
  | { readonly status: 'failed'; readonly message: string };

/**
 * Downloads uploaded files with the token in the header, never by a bare link, and saves them under the operator's own
 * name (R5, D3).
 */
export function useUploadedFiles(report: string): {
  readonly download: FileDownload;
  readonly save: (row: UploadRow) => void;
} {
  const { api } = useConsole();
  const [download, setDownload] = useState<FileDownload>({ status: 'idle' });
  const save = useCallback(
    ({ file, oldfile }: UploadRow) => {
      setDownload({ status: 'running', file });
      api.download(`files/${report}/${file}`).then(
        (content) => {
          saveFile(oldfile || file, content);
          setDownload({ status: 'idle' });
        },
        (error: unknown) =>
          setDownload({
            status: 'failed',
            message: t('{file} could not be downloaded. {why}', {
              file,
              why: failureText(error, t('Please try again.')),
            }),
          }),
      );
    },
    [api, report],
  );
  return { download, save };
}
