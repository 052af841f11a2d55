import { useId, type ReactNode } from 'react';
import { FieldMessage } from '../field/field-frame.tsx';
import field from '../field/field.module.css';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly name?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A yes-or-no question with a clickable label. */
export function Checkbox({ children, isSelected, onChange, name, isDisabled }: CheckboxProps) {
  return (
    <label className={styles['checkbox']} data-disabled={isDisabled || undefined}>
      <input
        type="checkbox"
        name={name}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

export interface CheckboxGroupProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly errorMessage?: string | undefined;
  readonly children: ReactNode;
}

/** Checkboxes in as many columns as fit (U2). */
export function CheckboxGroup({ label, description, errorMessage, children }: CheckboxGroupProps) {
  const id = useId();
  return (
    <fieldset className={styles['group']} aria-describedby={description === undefined ? undefined : id}>
      <legend className={field['label']}>{label}</legend>
      {description !== undefined && (
        <span id={id} className={field['description']}>
          {description}
        </span>
      )}
      <div className={styles['columns']}>{children}</div>
      <span className={field['live']} aria-live="polite">
        {errorMessage !== undefined && <FieldMessage tone="error">{errorMessage}</FieldMessage>}
      </span>
    </fieldset>
  );
}
