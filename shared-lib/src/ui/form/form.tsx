import type { FormEvent, ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { given } from '../loose.ts';
import styles from './form.module.css';

export interface FormProps {
  readonly children: ReactNode;
  /** For a submit button outside the form, such as one of a dialog's actions. */
  readonly id?: string | undefined;
  /** Called if every field's own check passes; the page is never reloaded. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-labelledby'?: string | undefined;
}

/**
 * A form: fields below one another, then its actions. An invalid field gets the focus and says why. While one of its
 * buttons is pending, nothing submits the form again, not even Enter.
 */
export function Form({ children, onSubmit, ...names }: FormProps) {
  return (
    <AriaForm
      {...given<{ id?: string; 'aria-label'?: string; 'aria-labelledby'?: string }>(names)}
      className={styles['form'] ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.currentTarget.querySelector('[data-pending]') === null) onSubmit(event);
      }}
    >
      {children}
    </AriaForm>
  );
}
