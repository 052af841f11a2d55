import { useState, type ReactNode } from 'react';
import { isImei, type Command } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, ImeiField, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { useSingleCommand, type SingleState } from './use-single-command.ts';

/** Sends a command to one device (C1, C2, C7, D12). */
export function SingleCard({ command }: { readonly command: Command }): ReactNode {
  const { imei: given } = useAddresses();
  const [imei, setImei] = useState(given ?? '');
  const [isAsking, setAsking] = useState(false);
  const [variant] = command.variants;
  const { state, send, edit } = useSingleCommand(command, variant);

  const confirmed = async (): Promise<void> => {
    setAsking(false);
    await send(imei);
  };
  const submit = (): void => {
    if (!isImei(imei) || state.status === 'sending') return;
    if (command.confirmText === undefined) void confirmed();
    else setAsking(true);
  };
  const change = (text: string): void => {
    setImei(text);
    if (state.status !== 'sending') edit();
  };

  return (
    <Card title={command.cardTitle ?? messages.oneDevice} tone={command.caution ? 'caution' : 'plain'}>
      <Form aria-label={command.title} onSubmit={submit}>
        <ImeiField value={imei} onChange={change} isRequired isDisabled={state.status === 'sending'} />
        <Actions>
          <Button type="submit" variant={command.destructive ? 'danger' : 'primary'} isPending={state.status === 'sending'}>
            {command.title}
          </Button>
        </Actions>
      </Form>
      <Outcome command={command} state={state} />
      {command.confirmText !== undefined && (
        <ConfirmDialog
          isOpen={isAsking}
          title={command.title}
          message={command.confirmText}
          confirmLabel={command.title}
          tone={command.destructive ? 'danger' : 'plain'}
          onConfirm={() => void confirmed()}
          onCancel={() => setAsking(false)}
        >
          IMEI {imei}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Outcome({ command, state }: { readonly command: Command; readonly state: SingleState }): ReactNode {
  const { config } = useConsole();
  switch (state.status) {
    case 'done':
      return <Notice tone="success" title={`IMEI ${state.imei}`}>{command.successText}</Notice>;
    case 'refused':
      return <Notice tone="danger" title={messages.refused}>{state.message}</Notice>;
    case 'unconfirmed':
      return (
        <Notice tone="warning" title={state.maybeSent ? messages.unknownOutcome : messages.notSent}>
          {state.maybeSent ? messages.maybeSent(state.detail, config.idempotent) : messages.surelyNotSent(state.detail)}
        </Notice>
      );
    default:
      return null;
  }
}
