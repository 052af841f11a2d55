import { useId, useState } from 'react';
import { describedBy, FieldFrame, type FieldTexts } from '../ui/field/field-frame.tsx';
import { Icon } from '../ui/icons/icons.tsx';
import { useDropTarget } from './file-drop-area.tsx';
import styles from './file-field.module.css';
import { t } from '../i18n/own.ts';

export interface FileFieldProps extends FieldTexts {
  /** The chosen file (B4). */
  readonly file?: { readonly name: string; readonly size: number } | undefined;
  /** Gets one chosen or dropped file; the reader decides whether its kind is right (B1, D10). */
  readonly onSelect: (file: File) => void;
  readonly isDisabled?: boolean | undefined;
}

/** `accept` of a file of IMEIs: CSV files and Excel workbooks. */
const TABLE_FILES =
  '.csv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,' +
  '.ods,application/vnd.oasis.opendocument.spreadsheet';

/** A file's size in KB of 1024 bytes, with two decimals below 10 KB and one above (B4). */
export function formatKilobytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes.toFixed(kilobytes < 10 ? 2 : 1);
}

/** A file, chosen or dropped on the surrounding FileDropArea; the same file can be chosen again. */
export function FileField({ file, onSelect, isDisabled = false, ...texts }: FileFieldProps) {
  const id = useId();
  const [dropError, setDropError] = useState<string>();
  const errorMessage = dropError ?? texts.errorMessage;

  function select(files: FileList | null) {
    const [first] = files ?? [];
    const isSeveral = files !== null && files.length > 1;
    setDropError(
      isSeveral ? t('{count} files were dropped. Please drop one file at a time.', { count: files.length }) : undefined,
    );
    if (first && !isSeveral) onSelect(first);
  }

  useDropTarget(isDisabled ? null : select);

  return (
    <FieldFrame {...texts} errorMessage={errorMessage} id={id} isDisabled={isDisabled}>
      <div
        className={styles['zone']}
        data-filled={file !== undefined || undefined}
        data-invalid={errorMessage !== undefined || undefined}
        data-disabled={isDisabled || undefined}
      >
        <input
          id={id}
          className={styles['input']}
          type="file"
          accept={TABLE_FILES}
          disabled={isDisabled}
          aria-invalid={errorMessage !== undefined || undefined}
          aria-describedby={
            [describedBy(id, { ...texts, errorMessage }), file && `${id}-file`].filter(Boolean).join(' ') || undefined
          }
          onChange={(event) => {
            select(event.target.files);
            event.target.value = '';
          }}
        />
        <span className={styles['mark']}>
          <Icon name={file ? 'file' : 'upload'} />
        </span>
        {contentOf(`${id}-file`, file)}
      </div>
    </FieldFrame>
  );
}

function contentOf(id: string, file: FileFieldProps['file']) {
  return file ? (
    <span id={id} className={styles['text']}>
      <span className={styles['name']}>{file.name}</span>
      <span className={styles['size']}>{t('{value} KB', { value: formatKilobytes(file.size) })}</span>
      <span className={styles['choose']} aria-hidden="true">
        {t('Choose another file')}
      </span>
    </span>
  ) : (
    <span className={styles['text']} aria-hidden="true">
      <span className={styles['choose']}>{t('Choose a file')}</span> <span>{t('or drop it here')}</span>
    </span>
  );
}
