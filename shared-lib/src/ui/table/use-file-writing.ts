import { useEffect, useRef, useState } from 'react';
import type * as sheetsModule from '../../sheets/index.ts';

type Sheets = typeof sheetsModule;
type Write = (sheets: Sheets, options: sheetsModule.WriteOptions) => Promise<Blob>;

/** `rows` counts those in the file so far. */
export type WritingState =
  | { readonly status: 'idle' }
  | { readonly status: 'writing'; readonly file: string; readonly rows: number }
  | { readonly status: 'written'; readonly file: string }
  | { readonly status: 'failed'; readonly file: string; readonly error: unknown };

/** A file that is being written on the page, see {@link useFileWriting}. */
export interface FileWriting {
  readonly state: WritingState;
  /** Ignored while another file is being written. */
  readonly start: (file: string, write: Write) => void;
  readonly cancel: () => void;
  /** Forgets how the last file ended. */
  readonly dismiss: () => void;
}

/** Writes a file by `sheets`, which is fetched then, for the browser to save. Unmounting cancels it. */
export function useFileWriting(): FileWriting {
  const [state, setState] = useState<WritingState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = async (file: string, write: Write): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (rows: number): void => setState({ status: 'writing', file, rows });
    onProgress(0);
    try {
      const sheets = await import('../../sheets/index.ts');
      sheets.saveFile(file, await write(sheets, { signal: controller.signal, onProgress }));
      setState({ status: 'written', file });
    } catch (error) {
      setState(controller.signal.aborted ? { status: 'idle' } : { status: 'failed', file, error });
    } finally {
      running.current = null;
    }
  };

  return {
    state,
    start: (file, write) => {
      if (!running.current) void begin(file, write);
    },
    cancel: () => running.current?.abort(),
    dismiss: () => setState({ status: 'idle' }),
  };
}
