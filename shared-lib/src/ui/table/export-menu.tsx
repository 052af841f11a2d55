import { useRef } from 'react';
import { Button } from '../button/button.tsx';
import { HiddenText } from '../layout/layout.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import { Notice } from '../notice/notice.tsx';
import styles from './data-table.module.css';
import type { ExportedRows } from './export-rows.ts';
import { exportFormats, useExport, type ExportState } from './use-export.ts';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';

const number = new Intl.NumberFormat(formatLocale());

/** A menu of the files that a table's rows can be saved as; says how far it is and can be called off. */
export function ExportMenu({ exported }: { readonly exported: ExportedRows }) {
  const { state, start, cancel, dismiss } = useExport(exported);
  const bar = useRef<HTMLDivElement>(null);
  const isWriting = state.status === 'writing';

  return (
    <>
      <div ref={bar} className={styles['export']}>
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
              onPress={() => {
                // The button goes with its export; the focus stays beside it.
                bar.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
                cancel();
              }}
            >
              {t('Cancel')}
            </Button>
          </>
        )}
        <MenuButton
          label={t('Export')}
          choices={exportFormats}
          onChoose={(id) => void start(id)}
          isPending={isWriting}
        />
        <span className={styles['spoken']} role="status">
          <HiddenText>{spoken(state)}</HiddenText>
        </span>
      </div>
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

/** What screen readers are told: the beginning and the end, not every count between. */
function spoken(state: ExportState): string {
  if (state.status === 'writing') return t('{file} is being written.', { file: state.file });
  return state.status === 'written' ? t('{file} was written.', { file: state.file }) : '';
}
