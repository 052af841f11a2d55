import { createContext, useContext } from 'react';
import type { BatchManager } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import type { BatchFileKind } from './batch-file-kind.ts';

/**
 * What the parts of a batch card share: its command, its kind of file, and the level or device action that the operator
 * has chosen (B14, D6).
 */
export interface BatchSubject {
  readonly command: Command;
  readonly kind: BatchFileKind;
  readonly manager: Pick<BatchManager, 'subscribe' | 'getSnapshot'>;
  /** Null until it is chosen; the only variant of a command without a choice. */
  readonly variant: CommandVariant | null;
  readonly chooseVariant: (variant: CommandVariant) => void;
}

export const BatchContext = createContext<BatchSubject | null>(null);

/** The subject of the batch card around; throws outside of one, which is a mistake of the caller. */
export function useBatchSubject(): BatchSubject {
  const subject = useContext(BatchContext);
  if (!subject) throw new Error('useBatchSubject() needs BatchCards around it.');
  return subject;
}
