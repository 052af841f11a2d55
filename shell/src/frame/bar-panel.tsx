import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Button } from '@device-console/shared-lib/ui';
import styles from './bar-panel.module.css';

interface BarPanelProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/**
 * A button of the top bar and the panel below it. Escape, a link, an entry with `data-closes`, a press elsewhere or
 * moving the focus elsewhere closes it.
 */
export function BarPanel({ label, face, onOpen, children }: BarPanelProps): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const toggle = (): void => {
    setOpen(!isOpen);
    if (!isOpen) onOpen?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null && !whole.current?.contains(relatedTarget)) setOpen(false);
  };
  const closeAfterChoice = ({ target }: MouseEvent): void => {
    const chosen = target instanceof Element && target.closest('a, [data-closes]');
    if (!chosen) return;
    setOpen(false);
    // A dialog that it opens returns the focus to this button, because the entry is gone by then.
    if (!chosen.matches('a')) button.current?.focus();
  };
  return (
    <div ref={whole} className={styles['whole']} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={toggle}
      >
        {face}
      </Button>
      {isOpen && (
        <div id={id} className={styles['panel']} role="group" aria-label={label} onClick={closeAfterChoice}>
          {children}
        </div>
      )}
    </div>
  );
}
