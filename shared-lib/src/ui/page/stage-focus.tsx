import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page.module.css';

export interface StageFocusProps {
  /** A change may remove the control with the focus. */
  readonly stage: string;
  /** Announced when the focus moves here. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Focuses this area if a change of stage removes the control with the focus, so that users of keyboard and screen
 * reader keep their place.
 */
export function StageFocus({ stage, label, children }: StageFocusProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isHere.current && isLost) area.current?.focus();
  }, [stage]);

  return (
    <div
      ref={area}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className={styles['stage']}
      data-stage={stage}
      // React tells of the card's dialogs too, which are rendered outside it.
      onFocus={() => (isHere.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isHere.current = false;
      }}
    >
      {children}
    </div>
  );
}
