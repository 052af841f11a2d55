import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
} from 'react';
import styles from './file-field.module.css';

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
export function useDropTarget(take: TakeFiles | null): void {
  const setTarget = useContext(DropTarget);
  useEffect(() => {
    setTarget?.(take);
    return () => setTarget?.(null);
  });
}
