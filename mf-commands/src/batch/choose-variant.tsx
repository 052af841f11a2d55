import type { ReactNode } from 'react';
import { messages } from '../messages.ts';
import { hasChoice, VariantSelect } from '../command/variant-select.tsx';
import { useBatchSubject } from './batch-context.ts';

/** The level or device action of a batch; nothing for commands without one (B14, D6). */
export function ChooseVariant(): ReactNode {
  const { command, variant, chooseVariant } = useBatchSubject();
  if (!hasChoice(command)) return null;
  return (
    <VariantSelect
      command={command}
      chosen={variant}
      onChoose={chooseVariant}
      description={variant ? undefined : messages.choiceFirst}
    />
  );
}
