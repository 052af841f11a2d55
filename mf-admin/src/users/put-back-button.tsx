import { useCallback, useState, type ReactNode } from 'react';
import { calls, type PutBack } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { useChange } from '../change/use-change.ts';
import { messages, userMessages } from '../messages.ts';
import { containmentMessages as texts } from './containment-messages.ts';

const failureTexts = { refused: messages.refused };

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

/** What the button says, and what is said once it is done. */
function textsOf(putBack: PutBack): { readonly label: string; readonly done: string } {
  switch (putBack.call) {
    case 'updateUserStatus':
      return putBack.status === 'ACTIVE'
        ? { label: texts.enable(putBack.email), done: userMessages.enabled(putBack.email) }
        : { label: texts.disable(putBack.email), done: userMessages.disabled(putBack.email) };
    case 'changeRole':
      return {
        label: texts.giveRole(putBack.email, putBack.role),
        done: texts.roleGiven(putBack.email, putBack.role),
      };
    case 'updateUser':
      return {
        label: texts.givePermissions(putBack.email, putBack.names),
        done: texts.permissionsGiven(putBack.email),
      };
    case 'updateKeyStatus':
      return putBack.status === 'active'
        ? { label: texts.activateKey(putBack.name), done: texts.keyActive(putBack.name) }
        : { label: texts.deactivateKey(putBack.name), done: texts.keyInactive(putBack.name) };
    case 'operationsDispatch':
      return putBack.dispatch === 'running'
        ? { label: texts.resume, done: texts.running }
        : { label: texts.pause, done: texts.paused };
  }
}

/** Puts one change of a contained account back, by one press (S35). */
export function PutBackButton({ putBack, reason }: PutBackButtonProps): ReactNode {
  const { api } = useConsole();
  const [isDone, setDone] = useState(false);
  const run = useCallback((what: PutBack, id: string) => send(api, what, reason, id), [api, reason]);
  const change = useChange(run, failureTexts);
  const press = async (): Promise<void> => setDone((await change.send(putBack)).status === 'done');
  const { label, done } = textsOf(putBack);
  if (isDone) return <Notice tone="success">{done}</Notice>;
  return (
    <>
      {change.state.status === 'failed' && <Notice tone="danger">{change.state.failure.text}</Notice>}
      <Button size="small" isPending={change.state.status === 'sending'} onPress={() => void press()}>
        {label}
      </Button>
    </>
  );
}
