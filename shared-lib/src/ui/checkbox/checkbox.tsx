import { useId, type ReactNode } from 'react';
import field from '../field/field.module.css';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** A yes-or-no question with a clickable label. */
export function Checkbox({ children, isSelected, onChange }: CheckboxProps) {
  return (
    <label className={styles['checkbox']}>
      <input type="checkbox" checked={isSelected} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}

export interface CheckboxGroupProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** Checkboxes in as many columns as fit (U2). */
export function CheckboxGroup({ label, description, children }: CheckboxGroupProps) {
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
    </fieldset>
  );
}
