import { useEffect, useRef, type ReactNode } from 'react';
import styles from './batch.module.css';

interface StageFocusProps {
  /** What is shown; another one may take away what had the focus. */
  readonly stage: string;
  /** Told when the focus comes here. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Keeps the focus in a card whose content changes by itself: when the control that had it is gone, the card has it, so
 * that a keyboard goes on from there and a screen reader says what is shown now.
 */
export function StageFocus({ stage, label, children }: StageFocusProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);

  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      // The questions that a card asks are drawn outside of it.
      isHere.current =
        target instanceof Element &&
        (area.current?.contains(target) === true || target.closest('[role="alertdialog"], [role="dialog"]') !== null);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isHere.current && isLost) area.current?.focus();
  }, [stage]);

  return (
    <div ref={area} role="group" aria-label={label} tabIndex={-1} className={styles['stage']} data-stage={stage}>
      {children}
    </div>
  );
}
