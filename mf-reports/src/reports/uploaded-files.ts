import { useCallback, useState } from 'react';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { failureText, saveFile, useConsole } from '@device-console/shared-lib/console';
import { messages } from '../messages.ts';
import type { UploadRow } from './fetched-report.ts';

/** How the download that was asked for last stands. */
export type FileDownload =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly file: string }
  | { readonly status: 'failed'; readonly message: string };

/** Where the server keeps a report's uploaded files: `files/`, a folder named as the report unless config.json renames it, the file (D3, D1a). */
export function uploadedFilePath({ backend, names }: ConsoleConfig, report: string, file: string): string {
  const folder = backend === 'legacy' ? names.folders[report] ?? report : report;
  return `files/${folder}/${file}`;
}

/** Downloads uploaded files with the token in the header, never by a bare link, and saves them under the operator's own name (R5, D3). */
export function useUploadedFiles(report: string): { readonly download: FileDownload; readonly save: (row: UploadRow) => void } {
  const { api, config } = useConsole();
  const [download, setDownload] = useState<FileDownload>({ status: 'idle' });
  const save = useCallback(({ file, oldfile }: UploadRow) => {
    setDownload({ status: 'running', file });
    api.download(uploadedFilePath(config, report, file)).then(
      (content) => {
        saveFile(oldfile || file, content);
        setDownload({ status: 'idle' });
      },
      (error: unknown) => setDownload({ status: 'failed', message: messages.uploadFailed(file, failureText(error, messages.uploadTryAgain)) }),
    );
  }, [api, config, report]);
  return { download, save };
}
