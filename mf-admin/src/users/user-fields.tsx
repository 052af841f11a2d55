import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { textKinds } from '@device-console/shared-lib/contract';
import { Columns, Form, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { PasswordSuggestion } from './password-suggestion.tsx';
import { cleanPhone, completedEmail, fieldProblems, type UserDraft } from './user-draft.ts';
import { t } from '../t.ts';

interface UserFieldsProps {
  /** For the button that sends it. */
  readonly form: string;
  readonly isAdding: boolean;
  /** The admin types a new user's password here; an invited user sets their own (U5). */
  readonly hasPassword: boolean;
  readonly domains: readonly string[];
  readonly draft: UserDraft;
  /** What the server refused one of the fields for; it gets the focus. */
  readonly refused: { readonly field: string; readonly text: string } | null;
  readonly onChange: (changed: Partial<UserDraft>) => void;
  /** True if every editable field is valid. */
  readonly onSubmit: () => void;
}

type Field = RefObject<HTMLInputElement | null>;

/**
 * E-mail, phone and, for a new user, password (U2, U3). Errors show on submit and go once the field is valid, not when
 * it is left: the button would move away from the pointer.
 */
export function UserFields(props: UserFieldsProps): ReactNode {
  const { form, isAdding, hasPassword, domains, draft, refused, onChange, onSubmit } = props;
  const [wasTried, setWasTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problems = fieldProblems(draft, domains, hasPassword);
  const submit = (): void => {
    setWasTried(true);
    const wrong = [
      problems.email && isAdding ? email : null,
      problems.phone ? phone : null,
      problems.password ? password : null,
    ].find((field) => field !== null);
    if (wrong) wrong.current?.focus();
    else onSubmit();
  };
  useEffect(() => {
    const refs: Readonly<Record<string, Field>> = { email, phone, password };
    if (refused) refs[refused.field]?.current?.focus();
  }, [refused]);
  const shown = { ...(wasTried && problems), ...(refused && { [refused.field]: refused.text }) };
  const wrongStoredEmail = draft.email === '' ? undefined : problems.email;
  return (
    <Form id={form} aria-label={isAdding ? t('Add User') : t('Edit User')} onSubmit={submit}>
      <Columns of="fields">
        <EmailField
          isAdding={isAdding}
          domains={domains}
          value={draft.email}
          inputRef={email}
          errorMessage={isAdding ? shown.email : wrongStoredEmail}
          onChange={(text) => onChange({ email: text })}
        />
        <TextField
          label={t('Phone')}
          description={t('10 digits, without the country code')}
          value={draft.phone}
          inputMode="tel"
          autoComplete="off"
          digits
          autoFocus={!isAdding}
          inputRef={phone}
          onChange={(text) => onChange({ phone: cleanPhone(text) })}
          errorMessage={shown.phone}
        />
      </Columns>
      {hasPassword && (
        <NewPassword
          value={draft.password}
          inputRef={password}
          errorMessage={shown.password}
          onChange={(text) => onChange({ password: text })}
        />
      )}
    </Form>
  );
}

interface OwnFieldProps {
  readonly value: string;
  readonly inputRef: Field;
  readonly errorMessage: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The password is typed or suggested. After a suggestion Enter sends the form. */
function NewPassword({ value, inputRef, errorMessage, onChange }: OwnFieldProps): ReactNode {
  return (
    <Columns of="fields">
      <PasswordField
        label={t('Password')}
        description={t(
          'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and ' +
            'hard to guess; leave out the e-mail, the phone and the company name.',
        )}
        value={value}
        autoComplete="new-password"
        inputRef={inputRef}
        onChange={onChange}
        errorMessage={errorMessage}
      />
      <PasswordSuggestion
        password={value}
        onSuggest={(suggested) => {
          onChange(suggested);
          inputRef.current?.focus();
        }}
      />
    </Columns>
  );
}

interface EmailFieldProps extends OwnFieldProps, Pick<UserFieldsProps, 'isAdding' | 'domains'> {}

/** Can be edited only for a new user. */
function EmailField({ isAdding, domains, value, inputRef, errorMessage, onChange }: EmailFieldProps): ReactNode {
  const common = { label: t('Email'), value, errorMessage, autoComplete: 'off', spellCheck: 'false' } as const;
  if (!isAdding) return <TextField {...common} isReadOnly />;
  return (
    <TextField
      {...common}
      type="text"
      inputMode="email"
      maxLength={textKinds.email.most}
      autoFocus
      inputRef={inputRef}
      description={t('Must end with {domains}. Without a domain it becomes @{first}.', {
        domains: domains.map((domain) => `@${domain}`).join(', '),
        first: domains[0] ?? '',
      })}
      onBlur={() => {
        const completed = completedEmail(value, domains);
        if (completed !== value) onChange(completed);
      }}
      onChange={onChange}
    />
  );
}
