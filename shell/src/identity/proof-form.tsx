import { useId, useState, type ReactNode } from 'react';
import type { FailureNotice } from '@device-console/shared-lib/console';
import type { ProofKind } from '@device-console/shared-lib/contract';
import { Button, Form, Notice, PasswordField, TextField } from '@device-console/shared-lib/ui';
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

interface ProofFormOptions {
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

/** The parts of a form, for a page or for a dialog with a foot of its own. */
export interface ProofForm {
  readonly content: ReactNode;
  /** What became of the last try. */
  readonly notice: ReactNode;
  /** Its buttons. */
  readonly actions: ReactNode;
}

const proofOf = (kind: Typed, text: string): GivenProof =>
  kind === 'password' ? { password: text } : kind === 'totp' ? { code: text } : { recoveryCode: text };

/** Asks for one of the offered proofs of identity: shows the first; the others are one press away (S17, S18). */
export function useProofForm(options: ProofFormOptions): ProofForm {
  const { label, offers, isSending, failure, wait, askPasskey, onProof, otherWay, leave } = options;
  const form = useId();
  const typed = offers.filter((offer) => offer !== 'passkey');
  const [chosen, setChosen] = useState<Typed | undefined>(typed[0]);
  const [text, setText] = useState('');
  const [isPasskeyRefused, setPasskeyRefused] = useState(false);
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
  return {
    notice: (
      <>
        {failure !== null && <Notice tone="danger" {...failure} />}
        {isPasskeyRefused && (
          <Notice tone="warning">{t('The passkey was not used. Try again, or use another way.')}</Notice>
        )}
      </>
    ),
    content: (
      <Form id={form} aria-label={label} onSubmit={() => chosen && onProof(proofOf(chosen, text))}>
        {offers.includes('passkey') && (
          <PasskeyButton isMain={chosen === undefined} isDisabled={isSending} onPress={() => void withPasskey()} />
        )}
        {otherWay}
        {chosen && (
          <ProofField key={chosen} kind={chosen} text={text} onChange={setText} refusal={refusalOf(failure)} />
        )}
        {wait !== null && <p>{wait}</p>}
      </Form>
    ),
    actions: (
      <>
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
          <Button type="submit" form={form} variant="primary" isPending={isSending} isDisabled={wait !== null}>
            {t('Continue')}
          </Button>
        )}
      </>
    ),
  };
}

/** The server's own sentence, for the field that it is about; a failure of the connection is about none. */
export const refusalOf = (failure: FailureNotice | null): string | undefined =>
  failure?.details === undefined ? failure?.children : undefined;

interface PasskeyButtonProps {
  readonly isMain: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

function PasskeyButton({ isMain, isDisabled, onPress }: PasskeyButtonProps): ReactNode {
  const lacking = whyNoPasskeys();
  if (lacking !== null)
    return (
      <Notice tone="info">
        {lacking === 'no-https'
          ? t('Passkeys need a page over https. Use another way.')
          : t('This browser knows no passkeys. Use another way.')}
      </Notice>
    );
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} isDisabled={isDisabled} onPress={onPress}>
      {t('Use your passkey')}
    </Button>
  );
}

interface ProofFieldProps {
  readonly kind: Typed;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Why the last one was refused. */
  readonly refusal: string | undefined;
}

function ProofField({ kind, text, onChange, refusal }: ProofFieldProps): ReactNode {
  const given = { value: text, onChange, isRequired: true, autoFocus: true, errorMessage: refusal } as const;
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
