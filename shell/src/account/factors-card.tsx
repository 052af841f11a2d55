import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls, type AnswerOf, type FactorRow } from '@device-console/shared-lib/contract';
import { failureNotice, formatTime, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { hasPasskeys } from '../identity/passkeys.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { codesIn } from './add-factor-form.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { factorMessages } from './factor-messages.ts';
import styles from './factors.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useOwnChange } from './use-own-change.ts';

type OwnFactors = AnswerOf<typeof calls.ownFactors>;

/** What the operator is about to do. */
type Wanted = 'app' | 'passkey' | 'renew' | FactorRow | null;

/** A change that a question comes before: without a factor new recovery codes. */
type AskedChange = FactorRow | 'renew';

/** Removes a factor, or makes other recovery codes and hands them on. */
function useAskedChange(onCodes: (codes: readonly string[]) => void) {
  const { api } = useConsole();
  return useOwnChange(
    useCallback(
      async (asked: AskedChange, transactionId: string) => {
        if (asked !== 'renew') return api.call(calls.removeFactor, { id: asked.id }, { transactionId });
        const answer = await api.call(calls.renewRecoveryCodes, {}, { transactionId });
        onCodes(codesIn(answer.codes));
        return answer;
      },
      [api, onCodes],
    ),
  );
}

/** The second factors of the own account, and its recovery codes (S15, S16, S19). */
export function FactorsCard({ onChanged }: { readonly onChanged: () => void }): ReactNode {
  const { api } = useConsole();
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => api.call(calls.ownFactors, {}, { signal }), [api]),
  );
  useEffect(() => ask(null), [ask]);
  const [wanted, setWanted] = useState<Wanted>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = useCallback(
    (made: readonly string[] = []) => {
      setWanted(null);
      setCodes(made);
      ask(null);
      onChanged();
    },
    [ask, onChanged],
  );
  const change = useAskedChange(setCodes);
  const confirm = async (asked: AskedChange): Promise<void> => {
    const isDone = await change.send(asked);
    setWanted(null);
    if (isDone) ask(null);
    if (isDone) onChanged();
  };
  const own = state.last;
  if (own && own.policy === 'off' && own.items.length === 0) return null;
  return (
    <Card title={factorMessages.title} description={factorMessages.hint}>
      {change.state.status === 'failed' && <Notice tone="danger" {...change.state.failure} />}
      {change.state.status === 'done' && <Notice tone="success">{change.state.text}</Notice>}
      {state.status === 'failed' && (
        <Notice tone="danger" title={factorMessages.fetchFailed} {...failureNotice(state.error)} />
      )}
      {state.status === 'loading' && !own && <Spinner label={factorMessages.fetching} />}
      {own && <FactorList own={own} onWanted={setWanted} />}
      {wanted === 'app' && <AddAppDialog onAdded={done} onClose={() => setWanted(null)} />}
      {wanted === 'passkey' && <AddPasskeyDialog onAdded={done} onClose={() => setWanted(null)} />}
      {wanted !== null && wanted !== 'app' && wanted !== 'passkey' && (
        <ConfirmDialog
          {...questionOf(wanted)}
          tone="danger"
          isOpen
          isPending={change.state.status === 'sending'}
          onConfirm={() => void confirm(wanted)}
          onCancel={() => setWanted(null)}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}

function questionOf(wanted: AskedChange) {
  if (wanted === 'renew')
    return {
      title: factorMessages.renewTitle,
      message: factorMessages.renewQuestion,
      confirmLabel: factorMessages.renew,
    };
  return {
    title: factorMessages.removeTitle,
    message: factorMessages.removeQuestion(wanted.name),
    confirmLabel: factorMessages.remove,
  };
}

interface FactorListProps {
  readonly own: OwnFactors;
  readonly onWanted: (wanted: Wanted) => void;
}

function FactorList({ own, onWanted }: FactorListProps): ReactNode {
  const hasFactor = own.items.length > 0;
  const makesPasskeys = own.passkeys === 'yes' && hasPasskeys();
  return (
    <>
      {!hasFactor && (
        <Notice tone={own.policy === 'required' ? 'warning' : 'info'}>
          {own.policy === 'required' ? factorMessages.needed : factorMessages.none}
        </Notice>
      )}
      <ul className={styles['list']} aria-label={factorMessages.title}>
        {own.items.map((factor) => (
          <Factor key={factor.id} factor={factor} onRemove={() => onWanted(factor)} />
        ))}
      </ul>
      {hasFactor && <p>{factorMessages.recoveryLeft(own.recovery_codes ?? 0)}</p>}
      {!makesPasskeys && <p className={styles['details']}>{factorMessages.noPasskeys}</p>}
      <Actions>
        <Button variant={hasFactor ? 'secondary' : 'primary'} onPress={() => onWanted('app')}>
          {factorMessages.addApp}
        </Button>
        {makesPasskeys && <Button onPress={() => onWanted('passkey')}>{factorMessages.addPasskey}</Button>}
        {hasFactor && <Button onPress={() => onWanted('renew')}>{factorMessages.renew}</Button>}
      </Actions>
    </>
  );
}

function Factor({ factor, onRemove }: { readonly factor: FactorRow; readonly onRemove: () => void }): ReactNode {
  const { name, kind, created_at: added, last_used_at: used } = factor;
  const lastUse = used === '' ? factorMessages.neverUsed : factorMessages.used(formatTime(used));
  const kindText = kind === 'passkey' ? factorMessages.kinds.passkey : factorMessages.kinds.totp;
  return (
    <li className={styles['factor']}>
      <span>
        <strong>{name}</strong>{' '}
        <span className={styles['details']}>
          {`${kindText} · ${factorMessages.added(formatTime(added))} · ${lastUse}`}
        </span>
      </span>
      <Button size="small" aria-label={factorMessages.removeOf(name)} onPress={onRemove}>
        {factorMessages.remove}
      </Button>
    </li>
  );
}
