import { useState, type ReactNode } from 'react';
import type { FailureNotice } from '@device-console/shared-lib/console';
import type { ProofKind } from '@device-console/shared-lib/contract';
import { Actions, Button, Form, Notice, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { answerByPasskey, whyNoPasskeys } from './passkeys.ts';
import { t } from '../t.ts';

const otherWayTexts = {
  password: t('Use the password'),
  totp: t('Use a code of the app'),
  recovery: t('Use a recovery code'),
} as const;

export type GivenProof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: Record<string, unknown> };

type Typed = Exclude<ProofKind, 'passkey'>;

interface ProofFormProps {
  readonly label: string;
  readonly offers: readonly ProofKind[];
  readonly isSending: boolean;
  readonly failure: FailureNotice | null;
  readonly wait: string | null;
  readonly askPasskey: () => Promise<Readonly<Record<string, unknown>> | undefined>;
  readonly onProof: (proof: GivenProof) => void;
  /** A way outside the form. */
  readonly otherWay?: ReactNode;
  readonly leave: { readonly label: string; readonly onPress: () => void };
}

const proofOf = (kind: Typed, text: string): GivenProof =>
  kind === 'password' ? { password: text } : kind === 'totp' ? { code: text } : { recoveryCode: text };

/** Asks for one of the offered proofs of identity: shows the first; the others are one press away (S17, S18). */
export function ProofForm(props: ProofFormProps): ReactNode {
  const { label, offers, isSending, failure, wait, askPasskey, onProof, otherWay, leave } = props;
  const typed = offers.filter((offer) => offer !== 'passkey');
  const [chosen, setChosen] = useState<Typed | undefined>(typed[0]);
  const [text, setText] = useState('');
  const [isPasskeyRefused, setPasskeyRefused] = useState(false);
  const lacking = whyNoPasskeys();
  const withPasskey = async (): Promise<void> => {
    setPasskeyRefused(false);
    try {
      const asked = await askPasskey();
      if (asked) onProof({ passkey: await answerByPasskey(asked) });
    } catch {
      // The browser itself says why.
      setPasskeyRefused(true);
    }
  };
  const choose = (kind: Typed): void => {
    setChosen(kind);
    setText('');
  };
  return (
    <Form aria-label={label} onSubmit={() => chosen && onProof(proofOf(chosen, text))}>
      {failure !== null && <Notice tone="danger" {...failure} />}
      {isPasskeyRefused && (
        <Notice tone="warning">{t('The passkey was not used. Try again, or use another way.')}</Notice>
      )}
      {offers.includes('passkey') &&
        (lacking === null ? (
          <Button variant={chosen ? 'secondary' : 'primary'} isDisabled={isSending} onPress={() => void withPasskey()}>
            {t('Use your passkey')}
          </Button>
        ) : (
          <Notice tone="info">
            {lacking === 'no-https'
              ? t('Passkeys need a page over https. Use another way.')
              : t('This browser knows no passkeys. Use another way.')}
          </Notice>
        ))}
      {otherWay}
      {chosen && <ProofField key={chosen} kind={chosen} text={text} onChange={setText} />}
      {wait !== null && <p>{wait}</p>}
      <Actions>
        <Button onPress={leave.onPress} isDisabled={isSending}>
          {leave.label}
        </Button>
        {typed
          .filter((kind) => kind !== chosen)
          .map((kind) => (
            <Button key={kind} onPress={() => choose(kind)} isDisabled={isSending}>
              {otherWayTexts[kind]}
            </Button>
          ))}
        {chosen && (
          <Button type="submit" variant="primary" isPending={isSending} isDisabled={wait !== null}>
            {t('Continue')}
          </Button>
        )}
      </Actions>
    </Form>
  );
}

interface ProofFieldProps {
  readonly kind: Typed;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function ProofField({ kind, text, onChange }: ProofFieldProps): ReactNode {
  const given = { value: text, onChange, isRequired: true, autoFocus: true } as const;
  if (kind === 'password') return <PasswordField {...given} label={t('Password')} autoComplete="current-password" />;
  if (kind === 'totp')
    return (
      <TextField
        {...given}
        label={t('Code of your authenticator app')}
        description={t('Six digits; a new code comes every half a minute.')}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        digits
        spellCheck="false"
      />
    );
  return (
    <TextField
      {...given}
      label={t('Recovery code')}
      description={t('One of the codes that you saved when you added your second factor. Each works once.')}
      autoComplete="off"
      spellCheck="false"
    />
  );
}
