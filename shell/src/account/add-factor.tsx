import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { failureNotice, type FailureNotice, useQuery, useRead } from '@device-console/shared-lib/console';
import { Button, Form, Notice, Spinner, TextField } from '@device-console/shared-lib/ui';
import { type AnswerOf, calls } from '@device-console/shared-lib/contract';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import qrcode from 'qrcode-generator';
import { t } from '../t.ts';
import { makePasskey } from '../identity/passkeys.ts';
import { useSending } from '../common/use-sending.ts';
import { useOwnChange } from './use-own-change.tsx';
import styles from './factors.module.css';

interface AddFactorProps {
  /** Recovery codes; empty unless this was the first factor. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export const codesIn = (text: string): readonly string[] => text.split(' ').filter((code) => code !== '');

interface AddFactorFormProps extends Pick<AddFactorProps, 'onClose'> {
  readonly label: string;
  readonly children: ReactNode;
  readonly firstName: string;
  /** False until there is something to add, and if there is nothing. */
  readonly isReady?: boolean;
  readonly more?: ReactNode;
  readonly failure: FailureNotice | null;
  readonly isBusy: boolean;
  readonly onSubmit: (name: string) => void;
}

/** Names a factor and adds it (S15, S19). */
function AddFactorDialog(props: AddFactorFormProps): ReactNode {
  const { label, children, firstName, isReady = true, more, failure, isBusy, onSubmit, onClose } = props;
  const form = useId();
  const [name, setName] = useState(firstName);
  return (
    <Dialog
      title={label}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      notice={failure && <Notice tone="danger" {...failure} />}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isBusy} isDisabled={!isReady}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <Form id={form} aria-label={label} onSubmit={() => onSubmit(name)}>
        {children}
        <TextField
          label={t('Name')}
          description={t('What you will know it by, such as "Work phone".')}
          isRequired
          maxLength={64}
          value={name}
          onChange={setName}
        />
        {more}
      </Form>
    </Dialog>
  );
}

/** Adds a passkey (S19). */
export function AddPasskeyDialog({ onAdded, onClose }: AddFactorProps): ReactNode {
  const read = useRead();
  const { isSending: isMaking, failure, send: make } = useSending();
  const { isSending, failure: notAdded, send } = useOwnChange();
  const add = async (name: string): Promise<void> => {
    const passkey = await make(async () => {
      const { passkey: asked } = await read(calls.addPasskey, {});
      return makePasskey(asked).catch((cause: unknown) => {
        // The browser has already said why.
        throw new Error(t('The browser made no passkey. Nothing was added; try again, or add an app.'), { cause });
      });
    });
    const answer = passkey && (await send(calls.confirmPasskey, { name, passkey }));
    if (answer) onAdded(codesIn(answer.codes));
  };
  const isBusy = isMaking || isSending;
  return (
    <AddFactorDialog
      label={t('Add a passkey')}
      firstName={t('Security key')}
      failure={failure ?? notAdded}
      isBusy={isBusy}
      onSubmit={(name) => void add(name)}
      onClose={onClose}
    >
      <p>{t('Your browser asks for a security key, your fingerprint or the lock of this device.')}</p>
    </AddFactorDialog>
  );
}

/** Light margin around the QR code, without which scanners do not find it. */
const QUIET = 4;

function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size }, (_, place) => place);
  const path = places
    .flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`))
    .join('');
  const box = `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`;
  return (
    <svg className={styles['picture']} viewBox={box} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  );
}

type BegunApp = AnswerOf<typeof calls.addTotp>;

/** Adds an authenticator app (S15): shows its key as a QR code and as text, and asks for a code as proof. */
export function AddAppDialog({ onAdded, onClose }: AddFactorProps): ReactNode {
  const read = useRead();
  // A new secret each time, and kept nowhere.
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => read(calls.addTotp, {}, { signal }), [read]),
  );
  useEffect(() => ask(null), [ask]);
  const [code, setCode] = useState('');
  const { isSending, failure, send } = useOwnChange();
  const begun = state.status === 'ready' ? state.last : null;
  const add = async ({ id }: BegunApp, name: string): Promise<void> => {
    const answer = await send(calls.confirmTotp, { id, name, code });
    if (answer) onAdded(codesIn(answer.codes));
  };
  return (
    <AddFactorDialog
      label={t('Add an authenticator app')}
      firstName={t('Phone')}
      isReady={begun !== null}
      more={
        <TextField
          label={t('Code that the app shows')}
          description={t('Six digits; a new code comes every half a minute.')}
          isRequired
          autoComplete="one-time-code"
          inputMode="numeric"
          digits
          value={code}
          onChange={setCode}
        />
      }
      failure={failure}
      isBusy={isSending}
      onSubmit={(name) => begun && void add(begun, name)}
      onClose={onClose}
    >
      {begun ? (
        <AppToScan begun={begun} />
      ) : (
        <div className={styles['awaited']}>
          {state.status === 'failed' ? (
            <Notice tone="danger" {...failureNotice(state.error)} />
          ) : (
            <Spinner label={t('One moment')} />
          )}
        </div>
      )}
    </AddFactorDialog>
  );
}

const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

function AppToScan({ begun: { secret, uri } }: { readonly begun: BegunApp }): ReactNode {
  return (
    <>
      <p>
        {t('Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or FreeOTP.')}
      </p>
      <QrCode text={uri} label={t('QR code for the authenticator app')} />
      <DefinitionList
        items={[
          {
            term: t('Key to type in, if you cannot scan'),
            value: <span className={styles['typed']}>{grouped(secret)}</span>,
          },
        ]}
      />
      <p>
        <a href={uri}>{t('Open in an app on this device')}</a>
      </p>
    </>
  );
}
