import { useEffect, useRef, useState } from 'react';
import type * as sheetsModule from '../../sheets/index.ts';
import type { Sheet, WriteOptions } from '../../sheets/sheet.ts';
import type { ExportedRows } from './export-rows.ts';
import { t } from '../../i18n/own.ts';

type Sheets = typeof sheetsModule;

interface Format {
  readonly id: string;
  readonly label: string;
  readonly write: (sheets: Sheets, sheet: Sheet, options: WriteOptions) => Promise<Blob>;
}

/** The kinds of file that rows can be exported as; `id` is the ending of the file's name. */
export const exportFormats: readonly Format[] = [
  {
    id: 'xlsx',
    label: t('Excel (.xlsx)'),
    write: (sheets, sheet, options) => sheets.writeWorkbook([sheet], options),
  },
  { id: 'csv', label: t('CSV (.csv)'), write: (sheets, sheet, options) => sheets.writeCsv(sheet, options) },
];

/** How an export is going; `rows` counts those that are in the file so far. */
export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'writing'; readonly file: string; readonly rows: number; readonly total: number }
  | { readonly status: 'written'; readonly file: string }
  | { readonly status: 'failed'; readonly file: string; readonly message: string };

/** Writes a table's rows into a file and hands it to the browser; one at a time. Leaving the table calls it off. */
export function useExport({ name, count, sheet }: ExportedRows) {
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(formatId: string): Promise<void> {
    const format = exportFormats.find(({ id }) => id === formatId);
    if (!format || running.current) return;
    const file = `${name}.${format.id}`;
    const controller = new AbortController();
    running.current = controller;
    const progress = (rows: number): void => setState({ status: 'writing', file, rows, total: count });
    progress(0);
    try {
      const sheets = await import('../../sheets/index.ts');
      const content = await format.write(sheets, sheet(), { signal: controller.signal, onProgress: progress });
      sheets.saveFile(file, content);
      setState({ status: 'written', file });
    } catch (error) {
      setState(
        controller.signal.aborted
          ? { status: 'idle' }
          : { status: 'failed', file, message: error instanceof Error ? error.message : String(error) },
      );
    } finally {
      running.current = null;
    }
  }

  return { state, start, cancel: () => running.current?.abort(), dismiss: () => setState({ status: 'idle' }) };
}
