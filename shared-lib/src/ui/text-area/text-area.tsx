import { useId, type Ref } from 'react';
import { describedBy, FieldFrame, type FieldTexts } from '../field/field-frame.tsx';
import field from '../field/field.module.css';
import styles from './text-area.module.css';

export interface TextAreaProps extends FieldTexts {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Digits of equal width. */
  readonly digits?: boolean | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text with label, hint and error, such as a list. */
export function TextArea({ value, onChange, digits, inputRef, ...texts }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...texts} id={id}>
      <div className={field['control']} data-invalid={texts.errorMessage !== undefined || undefined}>
        <textarea
          ref={inputRef ?? null}
          id={id}
          className={[field['input'], styles['area'], digits && field['digits']].filter(Boolean).join(' ')}
          rows={6}
          value={value}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={texts.errorMessage !== undefined || undefined}
          aria-describedby={describedBy(id, texts)}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </FieldFrame>
  );
}
