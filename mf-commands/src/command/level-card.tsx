import { useState, type ReactNode } from 'react';
import { isImei, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import { questionOf, useSingleCommand } from '@device-console/shared-lib/single-command';
import { ImeiField } from '@device-console/shared-lib/ui';
import { SendCard } from './send-card.tsx';
import { useTargetImei } from './target-preview.ts';
import { VariantSelect } from './variant-select.tsx';
import { t } from '../t.ts';

/**
 * The form whose level comes first: no IMEI without it, and another level is another command, so it takes the IMEI away
 * (C4).
 */
export function LevelCard({ command }: { readonly command: Command }): ReactNode {
  const [imei, setImei, empty] = useTargetImei();
  const [level, setLevel] = useState<CommandVariant | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { state, send, edit } = useSingleCommand(command, level ?? command.variants[0]);
  const isSending = state.status === 'sending';

  const choose = (chosen: CommandVariant): void => {
    // The first choice keeps an IMEI that came with the address.
    if (level) setImei('');
    setLevel(chosen);
    setMissing(false);
    edit();
  };
  const change = (text: string): void => {
    setImei(text);
    if (!isSending) edit();
  };
  const check = (): boolean => {
    setMissing(level === null);
    return level !== null && isImei(imei);
  };
  return (
    <SendCard
      command={command}
      target={imei}
      state={state}
      question={questionOf(command, imei)}
      check={check}
      onSend={() => void send(imei)}
      onEmpty={empty}
    >
      <VariantSelect
        command={command}
        chosen={level}
        autoFocus
        onChoose={choose}
        isDisabled={isSending}
        errorMessage={isMissing ? t('Please select a level.') : undefined}
      />
      <ImeiField value={imei} onChange={change} isRequired isDisabled={level === null} isReadOnly={isSending} />
    </SendCard>
  );
}
