import { useState } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { PasswordField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** A new password, and its fields to render (P2, P3, U5). The rules of an existing back end are unknown (D1a). */
export function useNewPassword() {
  const { backend } = useConsole().config;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const rule =
    backend === 'reference'
      ? t(
          'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and ' +
            'hard to guess.',
        )
      : undefined;
  const fields = (
    <>
      <PasswordField
        label={t('New Password')}
        description={rule}
        autoComplete="new-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        isRequired
        value={repeated}
        onChange={setRepeated}
        validate={(text) => (text === password ? null : t('Passwords do not match.'))}
      />
    </>
  );
  const clear = (): void => {
    setPassword('');
    setRepeated('');
  };
  return { password, fields, clear };
}
