import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { textKinds } from '@device-console/shared-lib/contract';
import { Columns, Form, PasswordField, TextField, Button } from '@device-console/shared-lib/ui';
import { cleanPhone, completedEmail, fieldProblems, type UserDraft } from './user-draft.ts';
import { t } from '../t.ts';
import { copyText } from '@device-console/shared-lib/console';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './users.module.css';

/** Cannot be confused on paper or on the phone. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** The server's minimum is five. */
const DIFFERENT_SIGNS = 8;
/** Skips bytes from here on, which would make some characters more likely. */
const FAIR_BYTES = 256 - (256 % SIGNS.length);

function sign(random: () => number): string {
  for (;;) {
    const byte = random();
    if (byte < FAIR_BYTES) return SIGNS.charAt(byte % SIGNS.length);
  }
}

const randomByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;

/** 16 random characters in groups of four, about 79 bits; `random` supplies bytes. */
export function suggestPassword(random: () => number = randomByte): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => sign(random)).join(''),
    );
    if (new Set(groups.join('')).size >= DIFFERENT_SIGNS) return groups.join('-');
  }
}

interface PasswordSuggestionProps {
  readonly password: string;
  readonly onSuggest: (password: string) => void;
}

/** Puts a random password into the field, and shows it while it is there: it cannot be read later. */
function PasswordSuggestion({ password, onSuggest }: PasswordSuggestionProps): ReactNode {
  const [suggested, setSuggested] = useState('');
  if (suggested !== '' && suggested === password) return <Suggested password={password} />;
  const suggest = (): void => {
    const next = suggestPassword();
    setSuggested(next);
    onSuggest(next);
  };
  return (
    <div className={styles['suggestion']}>
      <Button size="small" variant="quiet" onPress={suggest}>
        <LineIcon name="key" size={14} />
        {t('Suggest a password')}
      </Button>
    </div>
  );
}

function Suggested({ password }: { readonly password: string }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => setCopied(await copyText(password, field.current));
  const told = isCopied
    ? t('Copied.')
    : t('This browser does not let the console copy. The password is selected: copy it with Ctrl+C or by hand.');
  return (
    <TextField
      label={t('Suggested password')}
      description={isCopied === null ? t('Copy it now and hand it over safely. It is not shown again.') : told}
      value={password}
      isReadOnly
      digits
      autoComplete="off"
      spellCheck="false"
      inputRef={field}
      tool={
        <Button size="small" variant="quiet" aria-label={t('Copy the suggested password')} onPress={() => void copy()}>
          <LineIcon name="copy" size={16} />
        </Button>
      }
    />
  );
}

interface UserFieldsProps {
  /** For the button that sends it. */
  readonly form: string;
  readonly isAdding: boolean;
  /** The admin types a new user's password here; an invited user sets their own (U5). */
  readonly hasPassword: boolean;
  readonly domains: readonly string[];
  readonly draft: UserDraft;
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
  const { form, isAdding, hasPassword, domains, draft, onChange, onSubmit } = props;
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
