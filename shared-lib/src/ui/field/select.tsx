import { Icon } from '../icons/icons.tsx';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import styles from './field.module.css';

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
  // Of two empty options, browsers show the first.
  const hasPlaceholder = !options.some((option) => option.value === '') && (placeholder !== undefined || value === '');
  return (
    <FieldFrame {...texts}>
      {(control) => (
        <div className={styles['control']}>
          <select
            {...control}
            className={styles['input']}
            value={value}
            disabled={isDisabled}
            required={isRequired}
            autoFocus={autoFocus}
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
      )}
    </FieldFrame>
  );
}
