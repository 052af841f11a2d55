import { type ReactNode, useId } from 'react';
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

interface FieldFrameProps extends FieldTexts {
  /** The native control, with these props. */
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

export function FieldFrame({ label, description, errorMessage, children }: FieldFrameProps) {
  const id = useId();
  const isInvalid = errorMessage !== undefined;
  const texts = [description !== undefined && `${id}-description`, isInvalid && `${id}-error`].filter(Boolean);
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': isInvalid || undefined, 'aria-describedby': texts.join(' ') || undefined })}
      {description !== undefined && (
        <span id={`${id}-description`} className={styles['description']}>
          {description}
        </span>
      )}
      <span id={`${id}-error`} className={styles['live']} aria-live="polite">
        {isInvalid && <FieldMessage tone="error">{errorMessage}</FieldMessage>}
      </span>
    </div>
  );
}
