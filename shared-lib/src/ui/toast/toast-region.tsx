import { useEffect, useEffectEvent, useState, type FocusEvent, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icons/icons.tsx';
import type { Tone } from '../notice/notice.tsx';
import styles from './toast-region.module.css';
import { t } from '../../i18n/own.ts';

/** Of a success message, in milliseconds. */
const SHOWN_MS = 8_000;

/** A message about something elsewhere, in a corner of the window. */
export interface Toast {
  readonly id: string;
  readonly tone: Tone;
  readonly title: string;
  readonly text?: string | undefined;
  /** A link or a button; following it dismisses the toast. */
  readonly action?: ReactNode;
}

export interface ToastRegionProps {
  readonly label: string;
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: string) => void;
}

/** Toasts, announced in a pause: a success disappears by itself unless pointed at or focused; a problem stays. */
export function ToastRegion({ label, toasts, onDismiss }: ToastRegionProps) {
  return (
    <div className={styles['region']} {...(toasts.length > 0 && { role: 'region', 'aria-label': label })}>
      <ul className={styles['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
        ))}
      </ul>
    </div>
  );
}

function ToastItem({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) {
  const { tone, title, text, action } = toast;
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  const goesByItself = (tone === 'success' || tone === 'info') && !isHeld;
  useEffect(() => {
    if (!goesByItself) return undefined;
    const timer = setTimeout(() => dismiss(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [goesByItself]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setHeld(false);
  };
  return (
    <li
      className={styles['toast']}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={onBlur}
    >
      <span className={styles['mark']}>
        <Icon name={tone} />
      </span>
      <div className={styles['body']}>
        <div className={styles['title']}>{title}</div>
        {text !== undefined && <div className={styles['text']}>{text}</div>}
        {action !== undefined && (
          <div className={styles['action']} onClick={onDismiss}>
            {action}
          </div>
        )}
      </div>
      <Button variant="quiet" size="small" icon="close" aria-label={t('Dismiss')} onPress={onDismiss} />
    </li>
  );
}
