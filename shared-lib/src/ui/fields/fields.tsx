import { type ReactNode, type Ref, useId } from 'react';
import field from '../field/field.module.css';
import styles from './fields.module.css';
import { classes } from '../props.ts';
import { FieldFrame, type FieldTexts } from '../field/field-frame.tsx';

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

export interface TextAreaProps extends FieldTexts {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Digits of equal width. */
  readonly digits?: boolean | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text with label, hint and error, such as a list. */
export function TextArea({ value, onChange, digits, inputRef, ...texts }: TextAreaProps) {
  return (
    <FieldFrame {...texts}>
      {(control) => (
        <div className={field['control']}>
          <textarea
            {...control}
            ref={inputRef ?? null}
            className={classes(field['input'], styles['area'], digits && field['digits'])}
            rows={6}
            value={value}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
