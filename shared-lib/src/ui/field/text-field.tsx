import { type ReactNode, type Ref, useId, useState } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  type ValidationResult,
} from 'react-aria-components/TextField';
import { classes, given, type Loose } from '../props.ts';
import { FieldMessage, type FieldTexts } from './field-frame.tsx';
import field from './field.module.css';
import { dayInWords } from '../../i18n/calendar-day.ts';
import { t } from '../../i18n/own.ts';
import { Button } from '../button/button.tsx';

type Value = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'onPaste' | 'validate' | 'maxLength';
type Typing = 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'spellCheck';
type Passed = Pick<AriaTextFieldProps, Value | Typing | 'isDisabled' | 'isReadOnly' | 'isRequired'>;

export interface TextFieldProps extends Loose<Passed>, FieldTexts {
  /** Prevents nothing. */
  readonly warningMessage?: string | undefined;
  /** YYYY-MM-DD, for a date field, which says its day with the month's name below. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Shows '(optional)' beside the label. */
  readonly isOptional?: boolean | undefined;
  /** Digits of equal width. */
  readonly digits?: boolean | undefined;
  /** Before or after the value, such as a currency sign or a count. */
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
  readonly tool?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

const validationMessage = ({ validationErrors }: ValidationResult) => (
  <FieldMessage tone="error">{validationErrors.join(' ')}</FieldMessage>
);

/**
 * One line of text with label, hint and error. The message of `validate` (null: none) shows once the field is left or
 * its form is submitted, and prevents sending. `errorMessage` is the screen's own and shows at once.
 */
export function TextField(props: TextFieldProps) {
  const { label, description, errorMessage, warningMessage, isOptional, ...control } = props;
  const { min, max, digits, prefix, suffix, tool, inputRef, ...passed } = control;
  const ownId = useId();
  const invalid = errorMessage !== undefined;
  // Browsers show a date in an order of their own: 05/11 is May to one and November to another.
  const isDate = passed.type === 'date' || passed.type === 'datetime-local';
  const day = isDate ? dayInWords((passed.value ?? '').slice(0, 'YYYY-MM-DD'.length)) : undefined;
  const messageId = invalid || warningMessage !== undefined ? ownId : undefined;
  return (
    <AriaTextField
      {...given<Passed>(passed)}
      {...(messageId !== undefined && { 'aria-describedby': messageId })}
      className={classes(field['field'])}
    >
      {({ isInvalid }) => (
        <>
          <Label className={classes(field['label'])}>
            {label}
            {isOptional && <span className={field['optional']}> ({t('optional')})</span>}
          </Label>
          <div className={field['control']}>
            {prefix !== undefined && <span className={field['adornment']}>{prefix}</span>}
            <Input
              ref={inputRef ?? null}
              className={classes(field['input'], digits && field['digits'])}
              {...given<{ min?: string; max?: string }>({ min, max })}
              // The browser itself calls an empty required field invalid before anybody has touched it.
              aria-invalid={invalid || isInvalid}
            />
            {suffix !== undefined && (
              <span className={field['adornment']} aria-hidden="true">
                {suffix}
              </span>
            )}
            {tool !== undefined && <span className={field['tool']}>{tool}</span>}
          </div>
          {day === '' && <span className={field['day']} aria-hidden="true" />}
          {(Boolean(day) || description !== undefined) && (
            <Text slot="description" className={classes(field['description'])}>
              {Boolean(day) && <span className={field['day']}>{day}</span>}
              {description !== undefined && <span>{description}</span>}
            </Text>
          )}
          <span id={ownId} className={field['live']} aria-live="polite">
            {invalid && <FieldMessage tone="error">{errorMessage}</FieldMessage>}
            {!invalid && warningMessage !== undefined && <FieldMessage tone="warning">{warningMessage}</FieldMessage>}
          </span>
          <span className={field['room']}>
            {!invalid && <FieldError className={classes(field['error'])}>{validationMessage}</FieldError>}
          </span>
        </>
      )}
    </AriaTextField>
  );
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'tool' | 'suffix' | 'inputMode'>;

/** A password, hidden until its button shows it; hidden again on each mount. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck="false"
      tool={
        <Button
          variant="quiet"
          size="small"
          icon={shown ? 'eyeOff' : 'eye'}
          aria-label={t('Show password')}
          aria-pressed={shown}
          isDisabled={props.isDisabled}
          onPress={() => setShown((before) => !before)}
        />
      }
    />
  );
}
