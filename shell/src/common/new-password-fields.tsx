import type { ReactNode } from 'react';
import { PasswordField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface NewPasswordFieldsProps {
  readonly password: string;
  readonly repeated: string;
  readonly onPassword: (text: string) => void;
  readonly onRepeated: (text: string) => void;
}

/** A new password, typed twice (P2, P3, U5). */
export function NewPasswordFields({ password, repeated, onPassword, onRepeated }: NewPasswordFieldsProps): ReactNode {
  return (
    <>
      <PasswordField
        label={t('New Password')}
        autoComplete="new-password"
        isRequired
        value={password}
        onChange={onPassword}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        isRequired
        value={repeated}
        onChange={onRepeated}
        validate={(text) => (text === password ? null : t('Passwords do not match.'))}
      />
    </>
  );
}
