import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icons/icons.tsx';
import styles from './notice.module.css';
import { t } from '../../i18n/own.ts';

/** A message's meaning for the operator. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

export interface NoticeProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  /** Shown word for word, double spaces included (D22). */
  readonly children: ReactNode;
  /** Only for support, such as the failed call; folded under Details. */
  readonly details?: string | undefined;
  readonly actions?: ReactNode;
  readonly onDismiss?: (() => void) | undefined;
  /**
   * How screen readers announce it: `alert` at once (default for warning and danger), `status` in a pause (default for
   * the others), `off` for a notice that is there from the start.
   */
  readonly announce?: 'alert' | 'status' | 'off' | undefined;
}

/** A message within the page, instead of `window.alert` if it needs no answer (D22). */
export function Notice({ tone, title, children, details, actions, onDismiss, announce }: NoticeProps) {
  const role = announce ?? (tone === 'warning' || tone === 'danger' ? 'alert' : 'status');
  return (
    <div className={styles['notice']} data-tone={tone} role={role === 'off' ? undefined : role}>
      <span className={styles['mark']}>
        <Icon name={tone} />
      </span>
      <div className={styles['body']}>
        {title !== undefined && <div className={styles['title']}>{title}</div>}
        <div className={styles['text']}>{children}</div>
        {details !== undefined && (
          <details className={styles['details']}>
            <summary>{t('Details')}</summary>
            {details}
          </details>
        )}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {onDismiss && <Button variant="quiet" size="small" icon="close" aria-label={t('Dismiss')} onPress={onDismiss} />}
    </div>
  );
}
