import type { ReactNode } from 'react';
import { Columns, Form, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { userMessages } from '../messages.ts';
import { cleanPhone, emailProblem, passwordProblem, phoneProblem, type UserDraft } from './user-draft.ts';

interface UserFieldsProps {
  /** Id of the form, for the button that sends it. */
  readonly form: string;
  readonly isAdding: boolean;
  readonly domains: readonly string[];
  readonly draft: UserDraft;
  readonly onChange: (changed: Partial<UserDraft>) => void;
  /** Every field that can be changed is as it should be. */
  readonly onSubmit: () => void;
}

/** E-mail, phone and, of a new user, password (U2, U3). */
export function UserFields({ form, isAdding, domains, draft, onChange, onSubmit }: UserFieldsProps): ReactNode {
  const emailField = { label: userMessages.email, value: draft.email, autoComplete: 'off', spellCheck: 'false' } as const;
  return (
    <Form id={form} aria-label={isAdding ? userMessages.add : userMessages.edit} onSubmit={onSubmit}>
      <Columns of="fields">
        {isAdding ? (
          <TextField
            {...emailField} type="email" inputMode="email" autoFocus description={userMessages.emailHint(domains)}
            onChange={(email) => onChange({ email })} validate={(email) => emailProblem(email, domains)}
          />
        ) : (
          <TextField {...emailField} isReadOnly errorMessage={draft.email === '' ? undefined : emailProblem(draft.email, domains) ?? undefined} />
        )}
        <TextField
          label={userMessages.phone} description={userMessages.phoneHint} value={draft.phone} inputMode="tel" autoComplete="off" digits
          autoFocus={!isAdding} onChange={(phone) => onChange({ phone: cleanPhone(phone) })} validate={phoneProblem}
        />
      </Columns>
      {isAdding && (
        <PasswordField
          label={userMessages.password} description={userMessages.passwordHint} value={draft.password} autoComplete="new-password"
          onChange={(password) => onChange({ password })} validate={passwordProblem}
        />
      )}
    </Form>
  );
}
