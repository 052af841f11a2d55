import { useRef, useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Actions, HiddenText } from '../layout/layout.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import { Notice } from '../notice/notice.tsx';
import styles from './data-table.module.css';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';
import type { Sheet } from '../../sheets/sheet.ts';

/** `id` is the file name's ending. */
const choices = [
  { id: 'xlsx', label: t('Excel (.xlsx)') },
  { id: 'csv', label: t('CSV (.csv)') },
];

/** `rows` counts those in the file so far. */
type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'writing'; readonly file: string; readonly rows: number; readonly total: number }
  | { readonly status: 'written'; readonly file: string }
  | { readonly status: 'failed'; readonly file: string; readonly message: string };

interface ExportMenuProps {
  /** Its rows may be read several times. */
  readonly sheet: Sheet;
  readonly count: number;
}

/** Writes a table's rows to a file for the browser to save; one at a time. Unmounting cancels it. */
function useExport({ sheet, count }: ExportMenuProps) {
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(ending: string): Promise<void> {
    if (running.current) return;
    const file = `${sheet.name}.${ending}`;
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (rows: number): void => setState({ status: 'writing', file, rows, total: count });
    onProgress(0);
    try {
      const { saveFile, writeCsv, writeWorkbook } = await import('../../sheets/index.ts');
      const options = { signal: controller.signal, onProgress };
      saveFile(file, await (ending === 'csv' ? writeCsv(sheet, options) : writeWorkbook([sheet], options)));
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

const number = new Intl.NumberFormat(formatLocale());

/** A menu of file types to save a table's rows as. Shows progress and can be cancelled. */
export function ExportMenu(props: ExportMenuProps) {
  const { state, start, cancel, dismiss } = useExport(props);
  const isWriting = state.status === 'writing';

  return (
    <>
      <Actions>
        {isWriting && (
          <>
            <span className={styles['count']} aria-hidden="true">
              {t('{rows} of {total, plural, one {{total} row} other {{total} rows}} written', {
                rows: number.format(state.rows),
                total: number.format(state.total),
              })}
            </span>
            <Button
              variant="quiet"
              onPress={({ target }) => {
                // The button disappears with its export; move the focus next to it.
                target.parentElement?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
                cancel();
              }}
            >
              {t('Cancel')}
            </Button>
          </>
        )}
        <MenuButton label={t('Export')} choices={choices} onChoose={(id) => void start(id)} isPending={isWriting} />
        <HiddenText>
          <span role="status">{spoken(state)}</span>
        </HiddenText>
      </Actions>
      {state.status === 'failed' && (
        <div className={styles['barNotice']}>
          <Notice tone="danger" title={t('{file} was not saved', { file: state.file })} onDismiss={dismiss}>
            {state.message}
          </Notice>
        </div>
      )}
    </>
  );
}

/** Announces the start and the end, not every count. */
function spoken(state: ExportState): string {
  if (state.status === 'writing') return t('{file} is being written.', { file: state.file });
  return state.status === 'written' ? t('{file} was written.', { file: state.file }) : '';
}
