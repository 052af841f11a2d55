import type { ReactNode } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { PasswordField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface NewPasswordFieldsProps {
  readonly password: string;
  readonly repeated: string;
  readonly onPassword: (text: string) => void;
  readonly onRepeated: (text: string) => void;
}

/** P2, P3, U5. The rules of an existing back end are unknown (D1a). */
export function NewPasswordFields({ password, repeated, onPassword, onRepeated }: NewPasswordFieldsProps): ReactNode {
  const { backend } = useConsole().config;
  const rule =
    backend === 'reference'
      ? t(
          'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and ' +
            'hard to guess.',
        )
      : undefined;
  return (
    <>
      <PasswordField
        label={t('New Password')}
        description={rule}
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
