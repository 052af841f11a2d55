import { useCallback, useSyncExternalStore } from 'react';
import { commandById, type CommandId } from '../contract/index.ts';
import { useNavigate } from '../router/index.ts';
import { useAddresses } from './addresses.ts';
import type { HandedOver } from './batch-handovers.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';

/** Ways from any screen to a command's batch card. */
export interface BatchHandover {
  /** Passes a CSV file to the command's screen and opens it. Its batch card reads the file once; nothing is sent. */
  readonly handOver: (command: CommandId, file: File) => void;
  /** Opens the command's screen, whose batch card resumes the unfinished batch, or asks first if it must. */
  readonly resume: (command: CommandId) => void;
}

/** Passes files and unfinished batches to commands' batch cards, for this operator. */
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

/** What waits for a command's batch card. */
export interface WaitingHandover {
  readonly waiting: HandedOver | null;
  /** The first caller gets it, later ones get null. */
  readonly take: () => HandedOver | null;
}

/** What another screen has passed to this operator's batch card of a command. */
export function useWaitingHandover(command: CommandId): WaitingHandover {
  const { batchHandovers } = useConsole();
  const { email: operator } = useSession();
  const waiting = useSyncExternalStore(batchHandovers.subscribe, () => batchHandovers.waiting({ operator, command }));
  const take = useCallback(() => batchHandovers.take({ operator, command }), [batchHandovers, operator, command]);
  return { waiting, take };
}
