import { useState, type ReactNode } from 'react';
import type { BatchRunner } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { hasChoice } from '../command/variant-select.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { BatchContext } from './batch-context.ts';
import { UndoCard } from './undo-card.tsx';

/** Props of {@link BatchCards}. */
export interface BatchCardsProps {
  readonly command: Command;
  readonly runner: BatchRunner;
}

/** The cards of one command's batches. */
export function BatchCards({ command, runner }: BatchCardsProps): ReactNode {
  const [variant, chooseVariant] = useState<CommandVariant | null>(() =>
    hasChoice(command) ? null : command.variants[0],
  );
  return (
    <BatchContext value={{ command, variant, chooseVariant }}>
      <BatchPanel command={command} runner={runner} />
      <UndoCard runner={runner} />
      <ArchiveCard runner={runner} />
    </BatchContext>
  );
}
