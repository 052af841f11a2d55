import type { ReactNode } from 'react';
import { Icon } from '../icons/icons.tsx';
import styles from './field.module.css';

/** Texts that every field can show beside its control. */
export interface FieldTexts {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** What is wrong and what to do; announced at once. Does not prevent sending. */
  readonly errorMessage?: string | undefined;
}

/** A message below a control, with words and an icon besides colour. */
export function FieldMessage({ tone, children }: { readonly tone: 'error' | 'warning'; readonly children: ReactNode }) {
  return (
    <span className={styles[tone]}>
      <Icon name={tone === 'error' ? 'danger' : 'warning'} />
      <span>{children}</span>
    </span>
  );
}

/** Ids of the texts around a native control, for `aria-describedby`; undefined if none. */
export function describedBy(id: string, { description, errorMessage }: FieldTexts): string | undefined {
  const ids = [description !== undefined && `${id}-description`, errorMessage !== undefined && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

interface FieldFrameProps extends FieldTexts {
  readonly id: string;
  readonly isDisabled?: boolean | undefined;
  readonly children: ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { id, label, description, errorMessage, isDisabled, children } = props;
  return (
    <div
      className={styles['field']}
      data-disabled={isDisabled || undefined}
      data-invalid={errorMessage !== undefined || undefined}
    >
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children}
      {description !== undefined && (
        <span id={`${id}-description`} className={styles['description']}>
          {description}
        </span>
      )}
      <span id={`${id}-error`} className={styles['live']} aria-live="polite">
        {errorMessage !== undefined && <FieldMessage tone="error">{errorMessage}</FieldMessage>}
      </span>
    </div>
  );
}
