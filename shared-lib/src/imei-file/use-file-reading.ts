import { useCallback, useEffect, useRef, useState } from 'react';
import { failureText } from '../console/index.ts';
import {
  readImeiCsv,
  type BrowserReadOptions,
  type FileLimits,
  type ImeiFile,
  type ImeiFileAnswer,
  type RejectedFile,
} from '../csv/index.ts';

/** The state of reading a file (B1 to B4). `rejected` is the file's fault, `failed` the console's. */
export type FileReadingState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly file: File; readonly bytesRead: number }
  | { readonly status: 'read'; readonly file: ImeiFile }
  | { readonly status: 'rejected'; readonly file: RejectedFile }
  | { readonly status: 'failed'; readonly message: string };

/** Reads a file of IMEIs, such as `readImeiCsv`. */
export type ImeiFileReader = (file: File, options: BrowserReadOptions) => Promise<ImeiFileAnswer>;

/** One file read at a time: from {@link useFileReading}, for ImeiFilePicker. */
export interface FileReading {
  readonly state: FileReadingState;
  /** Reads a file instead of the last one; for a workbook, this table. Null if it cannot be used. Never rejects. */
  readonly choose: (file: File, table?: number) => Promise<ImeiFile | null>;
  /** Stops a reading and forgets the file. */
  readonly cancel: () => void;
}

/** Reads a chosen file; the newest wins, unmounting stops it. `read` and `limits` must not change between renders. */
export function useFileReading(read: ImeiFileReader = readImeiCsv, limits?: FileLimits): FileReading {
  const [state, setState] = useState<FileReadingState>({ status: 'none' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const cancel = useCallback(() => {
    current.current?.abort();
    setState({ status: 'none' });
  }, []);

  const choose = useCallback(
    async (file: File, table?: number): Promise<ImeiFile | null> => {
      current.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      current.current = controller;
      const show = (next: FileReadingState): void => {
        if (!signal.aborted) setState(next);
      };
      show({ status: 'reading', file, bytesRead: 0 });
      try {
        const answer = await read(file, {
          signal,
          limits,
          table,
          onProgress: (bytesRead) => show({ status: 'reading', file, bytesRead }),
        });
        if (answer.kind === 'cancelled' || signal.aborted) return null;
        show(answer.kind === 'rejected' ? { status: 'rejected', file: answer } : { status: 'read', file: answer });
        return answer.kind === 'rejected' ? null : answer;
      } catch (error) {
        show({ status: 'failed', message: failureText(error) });
        return null;
      }
    },
    [read, limits],
  );
  return { state, choose, cancel };
}
