import { Button } from '../button/button.tsx';
import { Actions, HiddenText } from '../layout/layout.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import { Notice } from '../notice/notice.tsx';
import styles from './data-table.module.css';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';
import { useFileWriting, type WritingState } from './use-file-writing.ts';
import type { Sheet } from '../../sheets/sheet.ts';

/** `id` is the file name's ending. */
const choices = [
  { id: 'xlsx', label: t('Excel (.xlsx)') },
  { id: 'csv', label: t('CSV (.csv)') },
];

interface ExportMenuProps {
  /** Its rows may be read several times. */
  readonly sheet: Sheet;
  readonly count: number;
}

const number = new Intl.NumberFormat(formatLocale());

/** A menu of file types to save a table's rows as. Shows progress and can be cancelled. */
export function ExportMenu({ sheet, count }: ExportMenuProps) {
  const { state, start, cancel, dismiss } = useFileWriting();
  const isWriting = state.status === 'writing';
  const write = (ending: string): void =>
    start(`${sheet.name}.${ending}`, ({ writeCsv, writeWorkbook }, options) =>
      ending === 'csv' ? writeCsv(sheet, options) : writeWorkbook([sheet], options),
    );

  return (
    <>
      <Actions>
        {isWriting && (
          <>
            <span className={styles['count']} aria-hidden="true">
              {t('{rows} of {total, plural, one {{total} row} other {{total} rows}} written', {
                rows: number.format(state.rows),
                total: number.format(count),
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
        <MenuButton label={t('Export')} choices={choices} onChoose={write} isPending={isWriting} />
        <HiddenText>
          <span role="status">{spoken(state)}</span>
        </HiddenText>
      </Actions>
      {state.status === 'failed' && (
        <div className={styles['barNotice']}>
          <Notice tone="danger" title={t('{file} was not saved', { file: state.file })} onDismiss={dismiss}>
            {state.error instanceof Error ? state.error.message : String(state.error)}
          </Notice>
        </div>
      )}
    </>
  );
}

/** Announces the start and the end, not every count. */
function spoken(state: WritingState): string {
  if (state.status === 'writing') return t('{file} is being written.', { file: state.file });
  return state.status === 'written' ? t('{file} was written.', { file: state.file }) : '';
}
