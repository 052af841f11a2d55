import { useCallback, useSyncExternalStore } from 'react';
import { commandById, type CommandId } from '../contract/index.ts';
import { useNavigate } from '../router/index.ts';
import { useAddresses } from './addresses.ts';
import type { HandedOver } from './batch-handovers.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';

/** Ways from any screen to the batch card of a command. */
export interface BatchHandover {
  /** Hands a CSV file over and opens the command's screen, whose batch card reads it once; nothing is sent by that. */
  readonly handOver: (command: CommandId, file: File) => void;
  /** Opens the command's screen, whose batch card goes on with the unfinished batch unless it has to ask. */
  readonly resume: (command: CommandId) => void;
}

/** Hands files and unfinished batches to the batch cards of commands, under this operator's name. */
export function useBatchHandover(): BatchHandover {
  const { batchHandovers } = useConsole();
  const { email: operator } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const offer = (command: CommandId, handedOver: HandedOver): void => {
    batchHandovers.offer({ operator, command }, handedOver);
    void navigate(to(commandById(command).screen));
  };
  return {
    handOver: (command, file) => offer(command, { kind: 'file', file }),
    resume: (command) => offer(command, { kind: 'resume' }),
  };
}

/** What waits for the batch card of a command, for that card. */
export interface WaitingHandover {
  readonly waiting: HandedOver | null;
  /** Takes it: the first caller gets it, later ones null. */
  readonly take: () => HandedOver | null;
}

/** What another screen has handed to this operator's batch card of a command. */
export function useWaitingHandover(command: CommandId): WaitingHandover {
  const { batchHandovers } = useConsole();
  const { email: operator } = useSession();
  const waiting = useSyncExternalStore(batchHandovers.subscribe, () => batchHandovers.waiting({ operator, command }));
  const take = useCallback(() => batchHandovers.take({ operator, command }), [batchHandovers, operator, command]);
  return { waiting, take };
}
