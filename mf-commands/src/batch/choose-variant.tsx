import type { ReactNode } from 'react';
import { hasChoice, VariantSelect } from '../command/variant-select.tsx';
import { useBatchSubject } from './batch-context.ts';
import { t } from '../t.ts';

/** The level or device action of a batch; nothing for commands without one (B14, D6). */
export function ChooseVariant(): ReactNode {
  const { command, variant, chooseVariant } = useBatchSubject();
  if (!hasChoice(command)) return null;
  return (
    <VariantSelect
      command={command}
      chosen={variant}
      onChoose={chooseVariant}
      description={variant ? undefined : t('Choose this first; the file comes after it.')}
    />
  );
}
