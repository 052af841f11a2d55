import { useCallback, useState, type ReactNode } from 'react';
import { calls, type BodyOf } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, Notice, PasswordField } from '@device-console/shared-lib/ui';
import { NewPasswordFields } from '../common/new-password-fields.tsx';
import { accountMessages } from './account-messages.ts';
import { useOwnChange } from './use-own-change.ts';

interface PasswordCardProps {
  /** An admin chose the current one, and it has to be replaced before anything else (S27). */
  readonly isGiven: boolean;
  readonly onChanged: () => void;
}

/** Changes the own password with the current one (P3). What was typed is gone once it is done. */
export function PasswordCard({ isGiven, onChanged }: PasswordCardProps): ReactNode {
  const { api } = useConsole();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { state, send } = useOwnChange(
    useCallback(
      (body: BodyOf<typeof calls.changePassword>, transactionId: string) =>
        api.call(calls.changePassword, body, { transactionId }),
      [api],
    ),
  );
  const change = async (): Promise<void> => {
    if (!(await send({ currentPassword: current, newPassword: password }))) return;
    for (const empty of [setCurrent, setPassword, setRepeated]) empty('');
    onChanged();
  };
  return (
    <Card title={accountMessages.password} description={isGiven ? undefined : accountMessages.passwordHint}>
      {isGiven && (
        <Notice tone="warning" title={accountMessages.givenTitle}>
          {accountMessages.given}
        </Notice>
      )}
      {state.status === 'failed' && <Notice tone="danger" {...state.failure} />}
      {state.status === 'done' && <Notice tone="success">{state.text}</Notice>}
      <Form aria-label={accountMessages.password} onSubmit={() => void change()}>
        <PasswordField
          label={accountMessages.current}
          description={isGiven ? accountMessages.givenCurrent : undefined}
          autoComplete="current-password"
          isRequired
          value={current}
          onChange={setCurrent}
        />
        <NewPasswordFields password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
        <p>{accountMessages.newHint}</p>
        <Actions>
          <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
            {accountMessages.change}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
