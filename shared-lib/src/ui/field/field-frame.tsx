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

/** One choice of a {@link Select}. */
export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly title: string;
  readonly isDisabled?: boolean | undefined;
}

export interface SelectProps<Value extends string> extends FieldTexts {
  readonly options: readonly SelectOption<Value>[];
  /** '' if nothing is chosen. */
  readonly value: Value | '';
  readonly onChange: (value: Value) => void;
  /** Shown while nothing is chosen; cannot be chosen itself. */
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Chooses one of a few by the browser's own list, which works with every keyboard, screen reader and phone. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, placeholder, isDisabled, isRequired, autoFocus, ...texts } = props;
  const id = useId();
  // Of two empty options, browsers show the first.
  const hasPlaceholder = !options.some((option) => option.value === '') && (placeholder !== undefined || value === '');
  return (
    <FieldFrame {...texts} id={id} isDisabled={isDisabled}>
      <div className={`${styles['control']} ${styles['select']}`}>
        <select
          id={id}
          className={styles['input']}
          value={value}
          disabled={isDisabled}
          required={isRequired}
          autoFocus={autoFocus}
          aria-invalid={texts.errorMessage !== undefined || undefined}
          aria-describedby={describedBy(id, texts)}
          data-empty={(hasPlaceholder && value === '') || undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {hasPlaceholder && (
            <option value="" disabled hidden>
              {placeholder ?? ''}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.title}
            </option>
          ))}
        </select>
        <span className={styles['selectMark']}>
          <Icon name="chevron" />
        </span>
      </div>
    </FieldFrame>
  );
}
