import { useCallback, useState, type ReactNode } from 'react';
import { calls, type PutBack } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { useChange } from '../change/use-change.ts';
import { t } from '../t.ts';

const failureTexts = { refused: t('The server refused this without saying why.') };

interface PutBackButtonProps {
  readonly putBack: PutBack;
  /** Why, as the audit keeps it where the call has room for it. */
  readonly reason: string;
}

type Api = ReturnType<typeof useConsole>['api'];

function send(api: Api, putBack: PutBack, reason: string, transactionId: string): Promise<unknown> {
  const options = { transactionId };
  switch (putBack.call) {
    case 'updateUserStatus':
      return api.call(calls.updateUserStatus, { email: putBack.email, status: putBack.status }, options);
    case 'changeRole':
      return api.call(calls.changeRole, { email: putBack.email, role: putBack.role }, options);
    case 'updateUser': {
      const { id, email, phone, permissions } = putBack;
      return api.call(calls.updateUser, { id, email, phone, permissions }, options);
    }
    case 'updateKeyStatus':
      return api.call(calls.updateKeyStatus, { keyId: putBack.keyId, status: putBack.status }, options);
    case 'operationsDispatch':
      return api.call(calls.operationsDispatch, { dispatch: putBack.dispatch, reason }, options);
  }
}

interface Texts {
  readonly label: string;
  /** Whose or what, as the button's name says; the line above the button shows it. */
  readonly of?: string;
  /** What it was before, where the label does not say it. */
  readonly before?: string;
  readonly done: string;
}

function textsOf(putBack: PutBack): Texts {
  switch (putBack.call) {
    case 'updateUserStatus': {
      const { email: of } = putBack;
      return putBack.status === 'ACTIVE'
        ? { label: t('Enable again'), of, done: t('{email} is enabled.', { email: of }) }
        : { label: t('Disable again'), of, done: t('{email} is disabled.', { email: of }) };
    }
    case 'changeRole': {
      const { email: of, role } = putBack;
      return {
        label: t('Give the role {role} again', { role }),
        of,
        done: t('{account} has the role {role} again.', { account: of, role }),
      };
    }
    case 'updateUser': {
      const { email: of, names } = putBack;
      const before = names === '' ? t('Before: no permission') : t('Before: {names}', { names });
      return {
        label: t('Give the former permissions again'),
        of,
        before,
        done: t('{account} has the former permissions again.', { account: of }),
      };
    }
    case 'updateKeyStatus': {
      const { name: of } = putBack;
      return putBack.status === 'active'
        ? { label: t('Activate again'), of, done: t('The key “{name}” is active.', { name: of }) }
        : { label: t('Deactivate again'), of, done: t('The key “{name}” is inactive.', { name: of }) };
    }
    case 'operationsDispatch':
      return putBack.dispatch === 'running'
        ? { label: t('Resume dispatch'), done: t('Dispatch is running.') }
        : { label: t('Pause dispatch'), done: t('Dispatch is paused.') };
  }
}

/** Puts one change of a contained account back, by one press (S35). */
export function PutBackButton({ putBack, reason }: PutBackButtonProps): ReactNode {
  const { api } = useConsole();
  const [isDone, setDone] = useState(false);
  const run = useCallback((what: PutBack, id: string) => send(api, what, reason, id), [api, reason]);
  const change = useChange(run, failureTexts);
  const press = async (): Promise<void> => setDone((await change.send(putBack)).status === 'done');
  const { label, of, before, done } = textsOf(putBack);
  if (isDone) return <Notice tone="success">{done}</Notice>;
  return (
    <>
      {change.state.status === 'failed' && <Notice tone="danger">{change.state.failure.text}</Notice>}
      {before !== undefined && <p>{before}</p>}
      <Button
        size="small"
        aria-label={of === undefined ? label : `${label}: ${of}`}
        isPending={change.state.status === 'sending'}
        onPress={() => void press()}
      >
        {label}
      </Button>
    </>
  );
}
