import { useState, type ReactNode } from 'react';
import { failureNotice, useConsole, useAnswer } from '@device-console/shared-lib/console';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { Actions, Button, Notice, Spinner, TextField } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { AddFactorForm, codesIn, type AddFactorProps } from './add-factor-form.tsx';
import styles from './factors.module.css';
import { useOwnChange } from './use-own-change.tsx';
import { t } from '../t.ts';
import qrcode from 'qrcode-generator';

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

/** Adds an authenticator app (S15): shows its key as a QR code and as text, and asks for a code as proof. */
export function AddAppDialog({ onAdded, onClose }: AddFactorProps): ReactNode {
  const { state } = useAnswer(calls.addTotp, {});
  return (
    <Dialog title={t('Add an authenticator app')} isOpen onClose={onClose}>
      {state.status === 'ready' && <AppForm begun={state.last} onAdded={onAdded} onClose={onClose} />}
      {state.status === 'loading' && <Spinner label={t('One moment')} />}
      {state.status === 'failed' && (
        <>
          <Notice tone="danger" {...failureNotice(state.error)} />
          <Actions>
            <Button onPress={onClose}>{t('Close')}</Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}

interface AppFormProps extends AddFactorProps {
  readonly begun: AnswerOf<typeof calls.addTotp>;
}

const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

function AppForm({ begun: { id, secret, uri }, onAdded, onClose }: AppFormProps): ReactNode {
  const { api } = useConsole();
  const [name, setName] = useState<string>(t('Phone'));
  const [code, setCode] = useState('');
  const { state, send } = useOwnChange(async (body: { name: string; code: string }, transactionId) => {
    const answer = await api.call(calls.confirmTotp, { id, ...body }, { transactionId });
    onAdded(codesIn(answer.codes));
    return answer;
  });
  return (
    <AddFactorForm
      label={t('Add an authenticator app')}
      name={name}
      onName={setName}
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
      failure={state.status === 'failed' ? state.failure : null}
      isBusy={state.status === 'sending'}
      onSubmit={() => void send({ name, code })}
      onClose={onClose}
    >
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
    </AddFactorForm>
  );
}
