import { useState, type ReactNode } from 'react';
import type { BatchManager, BatchRunner } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { hasChoice } from '../command/variant-select.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { BatchContext } from './batch-context.ts';
import type { BatchFileKind } from './batch-file-kind.ts';
import { UndoCard } from './undo-card.tsx';

interface BatchCardsProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly manager: BatchManager;
  readonly kind: BatchFileKind;
}

/** The cards of one command's batches. */
export function BatchCards({ command, runner, manager, kind }: BatchCardsProps): ReactNode {
  const [variant, chooseVariant] = useState<CommandVariant | null>(() =>
    hasChoice(command) ? null : command.variants[0],
  );
  return (
    <BatchContext value={{ command, manager, kind, variant, chooseVariant }}>
      <BatchPanel command={command} runner={runner} />
      <UndoCard runner={runner} />
      <ArchiveCard runner={runner} />
    </BatchContext>
  );
}
