import { useState, type ReactNode } from 'react';
import { calls, type AnswerOf, type FactorRow } from '@device-console/shared-lib/contract';
import {
  formatTime,
  copyText,
  saveFile,
  useAnswer,
  useInvalidate,
  QueryNotice,
} from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { whyNoPasskeys } from '../identity/passkeys.ts';
import { AddAppDialog, AddPasskeyDialog, codesIn } from './add-factor.tsx';
import styles from './factors.module.css';
import { useAskedChange } from './use-own-change.tsx';
import { t } from '../t.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes (S16). Escape does not close it: they are shown only once. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps): ReactNode {
  const [copying, setCopying] = useState<'not-yet' | 'copied' | 'refused'>('not-yet');
  const text = codes.join('\n');
  const copy = async (): Promise<void> => setCopying((await copyText(text)) ? 'copied' : 'refused');
  const download = (): void =>
    saveFile('device-console-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <Dialog
      title={t('Your recovery codes')}
      isOpen
      isBusy
      size="wide"
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('I have saved them')}
        </Button>
      }
    >
      <Notice tone="warning" announce="off">
        {t(
          'Keep them where nobody else can find them, and not only on your phone. If you lose your phone, ' +
            'each code works for one login. They are shown only now.',
        )}
      </Notice>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button onPress={() => void copy()}>{t('Copy')}</Button>
        <Button onPress={() => window.print()}>{t('Print')}</Button>
        <Button onPress={download}>{t('Download')}</Button>
      </Actions>
      {copying === 'copied' && <Notice tone="success">{t('Copied.')}</Notice>}
      {copying === 'refused' && (
        <Notice tone="warning">
          {t('The browser did not copy. Select the codes and copy them, print them or download them.')}
        </Notice>
      )}
    </Dialog>
  );
}

type OwnFactors = AnswerOf<typeof calls.ownFactors>;

/** The account's second factors and recovery codes (S15, S16, S19). */
export function FactorsCard(): ReactNode {
  const { state } = useAnswer(calls.ownFactors, {});
  const invalidate = useInvalidate();
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = (made: readonly string[] = []): void => {
    setAdding(null);
    setCodes(made);
    // Other sessions end with most of these changes.
    invalidate(calls.ownFactors, calls.ownSessions);
  };
  const change = useAskedChange();
  const askToRenew = (): void =>
    change.ask({
      title: t('Make new recovery codes?'),
      message: t('Your present codes stop working, and your other sessions end.'),
      confirmLabel: t('Make new recovery codes'),
      run: async (send) => {
        const answer = await send(calls.renewRecoveryCodes, {});
        if (answer) done(codesIn(answer.codes));
      },
    });
  const askToRemove = ({ id, name }: FactorRow): void =>
    change.ask({
      title: t('Remove this second factor?'),
      message: t(
        '{name} stops working, and your other sessions end. When you remove your last second factor, your ' +
          'recovery codes go too.',
        { name },
      ),
      confirmLabel: t('Remove'),
      run: async (send) => {
        if (await send(calls.removeFactor, { id })) done();
      },
    });
  const own = state.last;
  if (own && own.policy === 'off' && own.items.length === 0) return null;
  return (
    <Card
      title={t('Second factor')}
      description={t(
        'With a second factor, your password alone does not open your account: the login also asks for a ' +
          'code from your phone, or for a passkey.',
      )}
    >
      {change.notice}
      <QueryNotice
        state={state}
        title={t('Your second factors cannot be shown now')}
        fetching={t('Fetching your second factors')}
      />
      {own && <FactorList own={own} onAdd={setAdding} onRemove={askToRemove} onRenew={askToRenew} />}
      {adding === 'app' && <AddAppDialog onAdded={done} onClose={() => setAdding(null)} />}
      {adding === 'passkey' && <AddPasskeyDialog onAdded={done} onClose={() => setAdding(null)} />}
      {change.dialog}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}

function aboutFactor({ kind, created_at: added, last_used_at: used }: FactorRow): string {
  const kindText = kind === 'passkey' ? t('Passkey') : t('Authenticator app');
  const lastUse = used === '' ? t('Not used yet') : t('Last used {when}', { when: formatTime(used) });
  return `${kindText} · ${t('Added {when}', { when: formatTime(added) })} · ${lastUse}`;
}

interface FactorListProps {
  readonly own: OwnFactors;
  readonly onAdd: (factor: 'app' | 'passkey') => void;
  readonly onRemove: (factor: FactorRow) => void;
  readonly onRenew: () => void;
}

function FactorList({ own, onAdd, onRemove, onRenew }: FactorListProps): ReactNode {
  const hasFactor = own.items.length > 0;
  const lacking = own.passkeys === 'yes' ? whyNoPasskeys() : 'no-https';
  const makesPasskeys = lacking === null;
  return (
    <>
      {!hasFactor && (
        <Notice tone={own.policy === 'required' ? 'warning' : 'info'}>
          {own.policy === 'required'
            ? t('Your role needs a second factor. Add one now; everything else opens once you have it.')
            : t('You have no second factor.')}
        </Notice>
      )}
      <ul className={styles['list']} aria-label={t('Second factor')}>
        {own.items.map((factor) => (
          <li key={factor.id} className={styles['factor']}>
            <span>
              <strong>{factor.name}</strong> <span className={styles['details']}>{aboutFactor(factor)}</span>
            </span>
            <Button
              size="small"
              aria-label={t('Remove {name}', { name: factor.name })}
              onPress={() => onRemove(factor)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      {hasFactor && (
        <p>
          {t(
            '{count, plural, =0 {You have no recovery codes left. Make new ones.} one {You have {count} recovery ' +
              'code left. Make new ones soon.} other {You have {count} recovery codes left.}}',
            { count: own.recovery_codes ?? 0 },
          )}
        </p>
      )}
      {!makesPasskeys && (
        <p className={styles['details']}>
          {lacking === 'no-https'
            ? t('This page has no https address, so your browser makes no passkeys for it. Add an app instead.')
            : t('This browser makes no passkeys. Add an app instead.')}
        </p>
      )}
      <Actions>
        <Button variant={hasFactor ? 'secondary' : 'primary'} onPress={() => onAdd('app')}>
          {t('Add an authenticator app')}
        </Button>
        {makesPasskeys && <Button onPress={() => onAdd('passkey')}>{t('Add a passkey')}</Button>}
        {hasFactor && <Button onPress={onRenew}>{t('Make new recovery codes')}</Button>}
      </Actions>
    </>
  );
}
