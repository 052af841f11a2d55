import type { ReactNode } from 'react';
import { isImei, type Command } from '@device-console/shared-lib/contract';
import { questionOf, useSingleCommand } from '@device-console/shared-lib/single-command';
import { ImeiField } from '@device-console/shared-lib/ui';
import { SendCard } from './send-card.tsx';
import { useTargetImei } from './target-preview.ts';

/** The form of one IMEI (C1, C2, C3). */
export function ImeiCard({ command }: { readonly command: Command }): ReactNode {
  const [imei, setImei, empty] = useTargetImei();
  const { state, send, edit } = useSingleCommand(command, command.variants[0]);
  const isSending = state.status === 'sending';
  const change = (text: string): void => {
    setImei(text);
    if (!isSending) edit();
  };
  return (
    <SendCard
      command={command}
      target={imei}
      state={state}
      question={questionOf(command, imei)}
      check={() => isImei(imei)}
      onSend={() => void send(imei)}
      onEmpty={empty}
    >
      <ImeiField value={imei} onChange={change} autoFocus isRequired isReadOnly={isSending} />
    </SendCard>
  );
}
