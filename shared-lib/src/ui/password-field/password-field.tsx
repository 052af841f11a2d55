import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { TextField, type TextFieldProps } from '../text-field/text-field.tsx';
import { t } from '../../i18n/own.ts';

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
