import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { textKinds } from '@device-console/shared-lib/contract';
import { Columns, Form, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { PasswordSuggestion } from './password-suggestion.tsx';
import { cleanPhone, completedEmail, fieldProblems, type UserDraft } from './user-draft.ts';
import { t } from '../t.ts';

interface UserFieldsProps {
  /** Id of the form, for the button that sends it. */
  readonly form: string;
  readonly isAdding: boolean;
  /** A new user's password is typed here; who is invited sets it himself (U5). */
  readonly hasPassword: boolean;
  readonly domains: readonly string[];
  readonly draft: UserDraft;
  readonly onChange: (changed: Partial<UserDraft>) => void;
  /** Every field that can be changed is as it should be. */
  readonly onSubmit: () => void;
}

type Field = RefObject<HTMLInputElement | null>;

/**
 * E-mail, phone and, of a new user, password (U2, U3). What is wrong is said once they are sent, and goes as soon as it
 * is put right: a message that went when its field is left would move the button from under the pointer.
 */
export function UserFields({
  form,
  isAdding,
  hasPassword,
  domains,
  draft,
  onChange,
  onSubmit,
}: UserFieldsProps): ReactNode {
  const [wasTried, setWasTried] = useState(false);
  const [email, phone, password]: readonly [Field, Field, Field] = [useRef(null), useRef(null), useRef(null)];
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
  const shown = wasTried ? problems : {};
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

/** A new user's password, typed or suggested; after a suggestion Enter sends the form. */
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

/** The e-mail, which only a new user's dialog can change. */
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
