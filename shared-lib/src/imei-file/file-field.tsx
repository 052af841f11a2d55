import {
  type ClipboardEvent,
  createContext,
  type DragEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { FieldFrame, type FieldTexts } from '../ui/field/field-frame.tsx';
import { Icon } from '../ui/icons/icons.tsx';
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
    <FieldFrame {...texts} errorMessage={errorMessage}>
      {({ id, 'aria-describedby': describedBy, ...control }) => (
        <div
          className={styles['zone']}
          data-filled={file !== undefined || undefined}
          data-invalid={errorMessage !== undefined || undefined}
          data-disabled={isDisabled || undefined}
        >
          <input
            {...control}
            id={id}
            className={styles['input']}
            type="file"
            accept={TABLE_FILES}
            disabled={isDisabled}
            aria-describedby={[describedBy, file && `${id}-file`].filter(Boolean).join(' ') || undefined}
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
      )}
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

type TakeFiles = (files: FileList) => void;

/** Tells the surrounding area what accepts dropped files; null: nothing. */
const DropTarget = createContext<((take: TakeFiles | null) => void) | null>(null);

export interface FileDropAreaProps {
  /** Gets text pasted while the focus is in the area, but not in a field. */
  readonly onText?: ((text: string) => void) | undefined;
  readonly children: ReactNode;
}

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Otherwise a file dropped elsewhere would replace the page. */
function keepPage(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

const takesText = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="file"]), textarea, select, [contenteditable="true"]') !== null;

/**
 * Accepts files dropped on it, or pasted while the focus is in it, for the FileField inside. While it is shown, a file
 * dropped elsewhere does not replace the page. Keyboard users have the field.
 */
export function FileDropArea({ onText, children }: FileDropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const field = useRef<TakeFiles | null>(null);
  const setField = useCallback((take: TakeFiles | null) => {
    field.current = take;
  }, []);

  useEffect(() => {
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);

  function dragOver(event: DragEvent) {
    if (!hasFiles(event.dataTransfer)) return;
    const takes = field.current !== null;
    event.preventDefault();
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
    setIsOver(takes);
  }

  function drop(event: DragEvent) {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    field.current?.(event.dataTransfer.files);
  }

  function paste(event: ClipboardEvent) {
    const isOutside = event.target instanceof Node && !event.currentTarget.contains(event.target);
    if (isOutside || takesText(event.target)) return;
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData('text');
    if (files.length > 0 && field.current) field.current(files);
    else if (text.trim() !== '' && onText) onText(text);
    else return;
    event.preventDefault();
  }

  return (
    <DropTarget value={setField}>
      <div
        className={styles['area']}
        data-over={isOver || undefined}
        onDragOver={dragOver}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
        }}
        onDrop={drop}
        onPaste={paste}
      >
        {children}
      </div>
    </DropTarget>
  );
}

/** Passes the surrounding area's files to the field; `null` while the field accepts none. */
function useDropTarget(take: TakeFiles | null): void {
  const setTarget = useContext(DropTarget);
  useEffect(() => {
    setTarget?.(take);
    return () => setTarget?.(null);
  });
}
